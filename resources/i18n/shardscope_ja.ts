<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP">
<context>
    <name>Lattice</name>
    <message>
        <source>device memory 0</source>
        <translation>デバイスメモリ 0</translation>
    </message>
    <message>
        <source>first stage</source>
        <translation>最初のステージ</translation>
    </message>
    <message>
        <source>last stage</source>
        <translation>最後のステージ</translation>
    </message>
    <message>
        <source>more than there is</source>
        <translation>容量超過</translation>
    </message>
    <message>
        <source>%1 devices from rank %2</source>
        <translation>ランク %2 から %1 台</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>ノード %1</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>層 %1〜%2</translation>
    </message>
    <message>
        <source>uses 1/%1 of the weights, stores 1/%2</source>
        <translation>重みの 1/%1 を使い、1/%2 を保持</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>Streaming memory, share of one device</source>
        <translation>ストリーミングメモリ（1 台あたりの分）</translation>
    </message>
    <message>
        <source>Host memory, share of one device</source>
        <translation>ホストメモリ（1 台あたりの分）</translation>
    </message>
    <message>
        <source>NVMe, share of one device</source>
        <translation>NVMe（1 台あたりの分）</translation>
    </message>
    <message>
        <source>Parameter servers, share of one device</source>
        <translation>パラメータサーバ（1 台あたりの分）</translation>
    </message>
    <message numerus="yes">
        <source>and %n less full, in the table</source>
        <translation>
            <numerusform>ほか %n 組は使用量が少ないため表に記載</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>%1; did you mean &quot;%2&quot;?</source>
        <translation>%1。「%2」のことですか</translation>
    </message>
    <message>
        <source>%1; known are: %2</source>
        <translation>%1。使えるもの：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>ファイルがありません</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>ファイルを読めません</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>ファイルに書き込めません</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>ファイルが空です</translation>
    </message>
    <message>
        <source>the file is too large: %1 bytes; at most %2 are read</source>
        <translation>ファイルが大きすぎます：%1 バイト（上限 %2 バイト）</translation>
    </message>
    <message>
        <source>this is %1, which is not read here; known are: %2</source>
        <translation>これは %1 で、ここでは読めません。読めるもの：%2</translation>
    </message>
    <message>
        <source>an unknown format</source>
        <translation>未知の形式</translation>
    </message>
    <message>
        <source>this is not valid JSON</source>
        <translation>正しい JSON ではありません</translation>
    </message>
    <message>
        <source>nested too deeply; at most %1 levels are read</source>
        <translation>入れ子が深すぎます（上限 %1 段）</translation>
    </message>
    <message>
        <source>the data are damaged</source>
        <translation>データが壊れています</translation>
    </message>
    <message>
        <source>the project file could not be used</source>
        <translation>プロジェクトファイルを使えません</translation>
    </message>
    <message>
        <source>wanted %1, found %2</source>
        <translation>%1 が必要ですが、%2 がありました</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>「%1」がありません</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot;</source>
        <translation>未知のキー「%1」</translation>
    </message>
    <message>
        <source>unknown value &quot;%1&quot;</source>
        <translation>未知の値「%1」</translation>
    </message>
    <message>
        <source>no %2 is called &quot;%1&quot;</source>
        <translation>「%1」という%2はありません</translation>
    </message>
    <message>
        <source>no %2 is called &quot;%1&quot;; did you mean &quot;%3&quot;?</source>
        <translation>「%1」という%2はありません。「%3」のことですか</translation>
    </message>
    <message>
        <source>%1 is out of range; the least is %2</source>
        <translation>%1 は範囲外です（最小 %2）</translation>
    </message>
    <message>
        <source>%1 is out of range; it goes from %2 to %3</source>
        <translation>%1 は範囲外です（%2〜%3）</translation>
    </message>
    <message>
        <source>%1 (%2) is not divisible by %3 (%4)</source>
        <translation>%1（%2）は %3（%4）で割り切れません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no unit; write for example &quot;%2&quot;</source>
        <translation>「%1」に単位がありません。たとえば「%2」と書きます</translation>
    </message>
    <message>
        <source>unknown unit &quot;%1&quot;; known are: %2</source>
        <translation>未知の単位「%1」。使えるもの：%2</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; does not measure this; wanted %2</source>
        <translation>単位「%1」ではこの量を表せません。必要なもの：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>「%1」は数ではありません</translation>
    </message>
    <message>
        <source>this contradicts itself</source>
        <translation>矛盾しています</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>%1 には対応していません</translation>
    </message>
    <message>
        <source>%1 is not built yet; it is planned</source>
        <translation>%1 はまだ実装されていません（予定あり）</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>recompute the attention cores</source>
        <translation>アテンションの中核を再計算する</translation>
    </message>
    <message>
        <source>recompute all activations</source>
        <translation>活性をすべて再計算する</translation>
    </message>
    <message>
        <source>shard the optimizer state over the replicas (ZeRO-1)</source>
        <translation>最適化器状態をレプリカ間で分割する（ZeRO-1）</translation>
    </message>
    <message>
        <source>shard gradients and optimizer state over the replicas (ZeRO-2)</source>
        <translation>勾配と最適化器状態をレプリカ間で分割する（ZeRO-2）</translation>
    </message>
    <message>
        <source>shard weights, gradients and optimizer state over the replicas (ZeRO-3)</source>
        <translation>重み、勾配、最適化器状態をレプリカ間で分割する（ZeRO-3）</translation>
    </message>
    <message>
        <source>phased execution: stream the model through the device in %1 phases</source>
        <translation>段階的実行：モデルを %1 段階に分けてデバイスに流す</translation>
    </message>
    <message>
        <source>more pipeline stages: p = %1, r = %2</source>
        <translation>パイプラインのステージを増やす：p = %1、r = %2</translation>
    </message>
    <message>
        <source>more tensor parallelism: t = %1, r = %2</source>
        <translation>テンソル並列を増やす：t = %1、r = %2</translation>
    </message>
    <message>
        <source>fewer replicas: r = %1</source>
        <translation>レプリカを減らす：r = %1</translation>
    </message>
    <message>
        <source>sequence parallelism over the tensor group</source>
        <translation>テンソル群でのシーケンス並列</translation>
    </message>
    <message>
        <source>a smaller micro-batch: b = %1</source>
        <translation>マイクロバッチを小さくする：b = %1</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>フラッシュアテンションを使う</translation>
    </message>
    <message>
        <source>keep the optimizer state in %1 memory</source>
        <translation>最適化器状態を%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the weights in %1 memory</source>
        <translation>重みを%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the gradients in %1 memory</source>
        <translation>勾配を%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the activations in %1 memory</source>
        <translation>活性を%1メモリに置く</translation>
    </message>
    <message>
        <source>use %1 devices or more</source>
        <translation>デバイスを %1 台以上使う</translation>
    </message>
    <message>
        <source>use at most %1 devices</source>
        <translation>デバイスを %1 台までにする</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗しました</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>%1 行目</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>%1 バイト目</translation>
    </message>
    <message>
        <source>the plan needs %1 devices and there are %2</source>
        <translation>この計画には %1 台のデバイスが必要ですが、%2 台しかありません</translation>
    </message>
    <message>
        <source>%1 needs %2 and has %3</source>
        <translation>%1は %2 必要ですが、%3 しかありません</translation>
    </message>
    <message>
        <source>%1 (%2) needs %3 and has %4</source>
        <translation>%1（%2）は %3 必要ですが、%4 しかありません</translation>
    </message>
    <message>
        <source>%1 (−%2)</source>
        <translation>%1（−%2）</translation>
    </message>
    <message>
        <source>%1, which is enough</source>
        <translation>%1、これで収まります</translation>
    </message>
    <message>
        <source>Fits.</source>
        <translation>収まります。</translation>
    </message>
    <message>
        <source>Does not fit: %1.</source>
        <translation>収まりません：%1。</translation>
    </message>
    <message>
        <source> Closest fixes: %1.</source>
        <translation> 最も近い対策：%1。</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>%1 (%2 memory)</source>
        <translation>%1（%2メモリ）</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>マスター重み</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>最適化器状態</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>活性</translation>
    </message>
    <message>
        <source>embedding tables</source>
        <translation>埋め込み表</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>バッファ</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>作業領域</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>フレームワーク</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>streaming</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>parameter server</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>順伝播</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>逆伝播</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>再計算</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>最適化器</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>隠れない通信</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>バブル</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>定数</translation>
    </message>
    <message>
        <source>given</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>specification</source>
        <translation>仕様</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>当てはめ</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>information</source>
        <translation>情報</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>data loss</source>
        <translation>データ欠落</translation>
    </message>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>読み込み中</translation>
    </message>
    <message>
        <source>laying out</source>
        <translation>配置中</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>評価中</translation>
    </message>
    <message>
        <source>, and </source>
        <translation>、および</translation>
    </message>
    <message>
        <source>keep the tables in fp16</source>
        <translation>表を fp16 で持つ</translation>
    </message>
    <message>
        <source>row-wise Adagrad for the tables</source>
        <translation>表に行ごとの Adagrad を使う</translation>
    </message>
    <message>
        <source>%1 more parameter servers</source>
        <translation>パラメータサーバをあと %1 台</translation>
    </message>
    <message>
        <source>let rows be evicted: lookups that miss, %1</source>
        <translation>行の追い出しを許す：外れる参照 %1</translation>
    </message>
    <message>
        <source>together: %1</source>
        <translation>合わせて：%1</translation>
    </message>
</context>
<context>
    <name>NumberText</name>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
</context>
<context>
    <name>OperationName</name>
    <message>
        <source>matrix product</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>element-wise, norm</source>
        <translation>要素ごと・正規化</translation>
    </message>
    <message>
        <source>embedding, gather</source>
        <translation>埋め込み・収集</translation>
    </message>
    <message>
        <source>collective (tensor)</source>
        <translation>集団通信（テンソル）</translation>
    </message>
    <message>
        <source>collective (replica)</source>
        <translation>集団通信（レプリカ）</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>全対全</translation>
    </message>
    <message>
        <source>send, receive</source>
        <translation>送受信</translation>
    </message>
    <message>
        <source>copy, streaming</source>
        <translation>コピー・ストリーミング</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>最適化器</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Language of the window and of pictures: en or ja</source>
        <translation>画面と図の言語：en または ja</translation>
    </message>
    <message>
        <source>light, dark or system</source>
        <translation>light、dark、system のいずれか</translation>
    </message>
    <message>
        <source>Draw a view, plan or timeline, into the file of --out; needs no display</source>
        <translation>plan または timeline の図を --out のファイルに描く（画面は不要）</translation>
    </message>
    <message>
        <source>File of the picture: .svg, .png or .pdf</source>
        <translation>図のファイル：.svg、.png、.pdf</translation>
    </message>
    <message>
        <source>Size of the picture in pixels, as 1600x900</source>
        <translation>図の大きさ（画素）、例 1600x900</translation>
    </message>
    <message>
        <source>Pixels of a PNG for each of its size: 1 to 4</source>
        <translation>PNG の倍率：1〜4</translation>
    </message>
    <message>
        <source>A model of the catalogue, or its file</source>
        <translation>カタログのモデル名、またはファイル</translation>
    </message>
    <message>
        <source>Hardware of the catalogue, or its file</source>
        <translation>カタログのハードウェア名、またはファイル</translation>
    </message>
    <message>
        <source>A plan file</source>
        <translation>計画ファイル</translation>
    </message>
    <message>
        <source>A trace file; one for each rank of a run</source>
        <translation>トレースファイル（ランクごとに 1 つ）</translation>
    </message>
    <message>
        <source>Write the text of an SVG as outlines</source>
        <translation>SVG の文字を輪郭で書く</translation>
    </message>
    <message>
        <source>Planner and visual profiler for training very large models</source>
        <translation>超大規模モデルの学習を計画し、可視化して解析する</translation>
    </message>
    <message>
        <source>Models, hardware descriptions, plans and traces, told by their content</source>
        <translation>モデル、ハードウェア記述、計画、トレース（内容で判別）</translation>
    </message>
</context>
<context>
    <name>PageTable</name>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>short, for the rail</comment>
        <translation>計画</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Timeline</source>
        <comment>short, for the rail: at most four Japanese characters</comment>
        <translation>時間軸</translation>
    </message>
</context>
<context>
    <name>PlanPage</name>
    <message>
        <source>Does not fit: %1.</source>
        <translation>収まりません：%1。</translation>
    </message>
    <message>
        <source>Fits: the fullest device uses %1 of %2</source>
        <translation>収まります：最も多く使うデバイスで %2 のうち %1</translation>
    </message>
    <message>
        <source>; of the step, %1 is %2</source>
        <translation>。ステップの %1 は%2</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
</context>
<context>
    <name>PlanPicture</name>
    <message>
        <source>Time of a step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>毎秒サンプル数</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>毎秒トークン数</translation>
    </message>
    <message>
        <source>A device computes</source>
        <translation>1 台の演算速度</translation>
    </message>
    <message>
        <source>Of its peak</source>
        <translation>ピーク比</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>群</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>データ量</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>隠れない時間</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上の %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Devices, coloured by the share of memory used</source>
        <translation>デバイス（色はメモリ使用率）</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>Communication of one rank in a step</source>
        <translation>1 ランクの 1 ステップの通信</translation>
    </message>
    <message>
        <source>Model %1; hardware %2; plan %3.</source>
        <translation>モデル %1、ハードウェア %2、計画 %3。</translation>
    </message>
    <message>
        <source>Some figures of the hardware are unverified.</source>
        <translation>ハードウェアの数値の一部は未確認です。</translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message>
        <source>interleaved 1F1B</source>
        <translation>インターリーブ 1F1B</translation>
    </message>
    <message>
        <source>zero bubble</source>
        <translation>ゼロバブル</translation>
    </message>
    <message>
        <source>phased execution</source>
        <translation>段階的実行</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>アテンションの中核</translation>
    </message>
    <message>
        <source>whole layers</source>
        <translation>層全体</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>通常</translation>
    </message>
    <message>
        <source>flash</source>
        <translation>フラッシュ</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>モーメンタム SGD</translation>
    </message>
    <message>
        <source>row-wise Adagrad</source>
        <translation>行ごとの Adagrad</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>send, receive</source>
        <translation>送受信</translation>
    </message>
    <message>
        <source>streaming</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>parameter server</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>tensor group</source>
        <translation>テンソル群</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>パイプライン</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>レプリカ</translation>
    </message>
    <message>
        <source>context group</source>
        <translation>コンテキスト群</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>エキスパート</translation>
    </message>
    <message>
        <source>tied embedding</source>
        <translation>共有埋め込み</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>コンテキスト %1</translation>
    </message>
    <message>
        <source>sharding %1/%2/%3</source>
        <translation>分割 %1/%2/%3</translation>
    </message>
    <message>
        <source>global batch %1</source>
        <translation>全体バッチ %1</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手動</translation>
    </message>
</context>
<context>
    <name>SliceDetails</name>
    <message>
        <source>duration</source>
        <translation>長さ</translation>
    </message>
    <message>
        <source>begins at</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>own time</source>
        <translation>自身の時間</translation>
    </message>
    <message>
        <source>class</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>track</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深さ</translation>
    </message>
    <message>
        <source>overlaps</source>
        <translation>重なり</translation>
    </message>
    <message>
        <source>another slice of its track</source>
        <translation>同じトラックの別のスライス</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>親</translation>
    </message>
    <message>
        <source>leads to</source>
        <translation>続き先</translation>
    </message>
    <message>
        <source>caused by</source>
        <translation>起点</translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message>
        <source>Stages</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>最初の層</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>層数</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>Of its capacity</source>
        <translation>容量比</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>スライス</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Slices in the selected time</source>
        <translation>選んだ時間のスライス</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>clipped to the selected time; nested slices count in each depth</source>
        <translation>選んだ時間で切り取り、入れ子は各深さで数える</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最長</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Unverified</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>all parameters, tied tensors once</source>
        <translation>全パラメータ（共有テンソルは 1 回）</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>ハードウェア</translation>
    </message>
    <message>
        <source>Devices a node</source>
        <translation>ノードあたりのデバイス</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>unknown: as many whole nodes as the plan needs</source>
        <translation>不明：計画に必要なだけのノード</translation>
    </message>
    <message>
        <source>of one device</source>
        <translation>1 台あたり</translation>
    </message>
    <message>
        <source>Devices each layer is split over (t)</source>
        <translation>各層を分けるデバイス数（t）</translation>
    </message>
    <message>
        <source>Stages the layers are divided into (p)</source>
        <translation>層を分けるステージ数（p）</translation>
    </message>
    <message>
        <source>Copies that share the batch (r)</source>
        <translation>バッチを分け合う複製の数（r）</translation>
    </message>
    <message>
        <source>Devices each sequence is divided over</source>
        <translation>各系列を分けるデバイス数</translation>
    </message>
    <message>
        <source>Devices the experts are divided over; divides replica times context</source>
        <translation>エキスパートを分けるデバイス数（レプリカ × コンテキストの約数）</translation>
    </message>
    <message>
        <source>Chunks of layers a stage holds, for the interleaved schedule</source>
        <translation>ステージが持つ層のまとまりの数（インターリーブ用）</translation>
    </message>
    <message>
        <source>Divide norms and dropouts along the sequence over the tensor group</source>
        <translation>正規化とドロップアウトを系列方向にテンソル群で分ける</translation>
    </message>
    <message>
        <source>Samples a replica takes at a time</source>
        <translation>レプリカが一度に処理するサンプル数</translation>
    </message>
    <message>
        <source>Micro-batches a replica accumulates in a step</source>
        <translation>レプリカが 1 ステップで累積するマイクロバッチ数</translation>
    </message>
    <message>
        <source>Samples of all replicas in a step</source>
        <translation>1 ステップの全レプリカのサンプル数</translation>
    </message>
    <message>
        <source>Tokens of a sample; the model&apos;s maximum where not given</source>
        <translation>1 サンプルのトークン数（省略時はモデルの上限）</translation>
    </message>
    <message>
        <source>Replicas the weights are divided over (rts)</source>
        <translation>重みを分けるレプリカ数（rts）</translation>
    </message>
    <message>
        <source>Replicas the gradients are divided over</source>
        <translation>勾配を分けるレプリカ数</translation>
    </message>
    <message>
        <source>Replicas the optimizer&apos;s state is divided over (rts&apos;)</source>
        <translation>最適化器状態を分けるレプリカ数（rts&apos;）</translation>
    </message>
    <message>
        <source>Preset of the three degrees over all replicas: ZeRO 0, 1, 2 or 3</source>
        <translation>3 つの分割数の一括設定：ZeRO 0、1、2、3</translation>
    </message>
    <message>
        <source>Number format of the weights</source>
        <translation>重みの数値形式</translation>
    </message>
    <message>
        <source>Number format of the gradients; that of the weights where not given</source>
        <translation>勾配の数値形式（省略時は重みと同じ）</translation>
    </message>
    <message>
        <source>Number format of master weights, or none</source>
        <translation>マスター重みの数値形式、または none</translation>
    </message>
    <message>
        <source>Number format of the optimizer&apos;s state</source>
        <translation>最適化器状態の数値形式</translation>
    </message>
    <message>
        <source>Compute 32-bit weights in 16 bits (autocast)</source>
        <translation>32 ビットの重みを 16 ビットで計算する（autocast）</translation>
    </message>
    <message>
        <source>Number format of computation where it differs from the weights</source>
        <translation>重みと異なる場合の計算の数値形式</translation>
    </message>
    <message>
        <source>Memory that holds the weights between uses</source>
        <translation>使わない間に重みを置くメモリ</translation>
    </message>
    <message>
        <source>Memory that holds the gradients</source>
        <translation>勾配を置くメモリ</translation>
    </message>
    <message>
        <source>Memory that holds the optimizer&apos;s state and master weights</source>
        <translation>最適化器状態とマスター重みを置くメモリ</translation>
    </message>
    <message>
        <source>Memory that holds activations until backward</source>
        <translation>逆伝播まで活性を置くメモリ</translation>
    </message>
    <message>
        <source>Order of micro-batches in the pipeline</source>
        <translation>パイプラインのマイクロバッチの順序</translation>
    </message>
    <message>
        <source>Activations computed again in backward</source>
        <translation>逆伝播で計算し直す活性</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>アテンションのカーネル</translation>
    </message>
    <message>
        <source>With sequence parallelism: keep gathered activations or gather them again</source>
        <translation>シーケンス並列で、集めた活性を残すか集め直すか</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>最適化器</translation>
    </message>
    <message>
        <source>Parts of a stage that run one after another; 0: the whole stage is resident</source>
        <translation>ステージを順に実行する部分の数（0：全体が常駐）</translation>
    </message>
    <message>
        <source>Memory the phases are loaded from</source>
        <translation>各段階の読み込み元のメモリ</translation>
    </message>
    <message>
        <source>Whose kernels and saved tensors are meant</source>
        <translation>どの実装のカーネルと保存テンソルか</translation>
    </message>
    <message>
        <source>Fused kernels, or one for each operation</source>
        <translation>融合カーネル、または操作ごとに 1 つ</translation>
    </message>
    <message>
        <source>Dropouts are on</source>
        <translation>ドロップアウトを使う</translation>
    </message>
    <message>
        <source>Loss without a 32-bit copy of the logits</source>
        <translation>ロジットの 32 ビットの写しを作らない損失</translation>
    </message>
    <message>
        <source>Sharded weights are dropped after forward, or kept</source>
        <translation>分割した重みを順伝播の後に捨てるか残すか</translation>
    </message>
    <message>
        <source>Layers of each pipeline stage; even where not given</source>
        <translation>各ステージの層数（省略時は均等）</translation>
    </message>
    <message>
        <source>Number format on the wire of each collective</source>
        <translation>各集団通信で送る数値形式</translation>
    </message>
    <message>
        <source>Update of the dense weights</source>
        <translation>密な重みの更新</translation>
    </message>
    <message>
        <source>Update of the embedding tables</source>
        <translation>埋め込み表の更新</translation>
    </message>
    <message>
        <source>Steps an asynchronous reader may be behind</source>
        <translation>非同期の読み手が遅れてよいステップ数</translation>
    </message>
    <message>
        <source>Memory of one device</source>
        <translation>1 台のメモリ</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>階層</translation>
    </message>
    <message>
        <source>how many ranks hold this</source>
        <translation>これを持つランクの数</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>収まるか</translation>
    </message>
    <message>
        <source>Time of one step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>Communication of one rank in one step</source>
        <translation>1 ランクの 1 ステップの通信</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>群</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>データ量</translation>
    </message>
    <message>
        <source>handed to the collective by one rank</source>
        <translation>1 ランクが集団通信に渡す量</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>隠れない時間</translation>
    </message>
    <message>
        <source>not hidden behind computing</source>
        <translation>計算の裏に隠れない時間</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>イベント</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>スライス</translation>
    </message>
    <message>
        <source>Instants</source>
        <translation>瞬間</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>カウンタ</translation>
    </message>
    <message>
        <source>Flow ends</source>
        <translation>矢印の終点</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>メタデータ</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>Displaced</source>
        <translation>重なり</translation>
    </message>
    <message>
        <source>slices that overlap another of their track</source>
        <translation>同じトラックの別のスライスと重なるもの</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>期間</translation>
    </message>
    <message>
        <source>Read in</source>
        <translation>読み込み時間</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>所見</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>重大さ</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>First at byte</source>
        <translation>最初のバイト位置</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>意味</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>スレッド</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>使用時間</translation>
    </message>
    <message>
        <source>time covered by the outermost slices</source>
        <translation>最も外側のスライスが占める時間</translation>
    </message>
    <message>
        <source>of the run&apos;s time</source>
        <translation>実行時間に対する割合</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>事例</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>事例</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>predicted / measured - 1</source>
        <translation>予測 / 実測 − 1</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>不合格</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>群</translation>
    </message>
    <message>
        <source>MAPE</source>
        <translation>MAPE</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>平均絶対誤差</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中央値</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>最悪</translation>
    </message>
    <message>
        <source>The compressed file is cut short. Everything up to there is kept; record or copy the file again for the rest.</source>
        <translation>圧縮ファイルが途中で切れています。そこまではすべて残しました。続きが必要なら記録または複写し直してください。</translation>
    </message>
    <message>
        <source>The compressed data are damaged, or their checksum does not match. Everything up to there is kept.</source>
        <translation>圧縮データが壊れているか、検査値が合いません。そこまではすべて残しました。</translation>
    </message>
    <message>
        <source>The file ends inside an event or a value, which is lost; everything before is kept.</source>
        <translation>ファイルがイベントまたは値の途中で終わっており、その部分は失われました。その前はすべて残しました。</translation>
    </message>
    <message>
        <source>An event is not valid JSON (often an unescaped quote in a name) and was skipped up to the next event.</source>
        <translation>正しい JSON でないイベント（多くは名前の中のエスケープされていない引用符）を次のイベントまで読み飛ばしました。</translation>
    </message>
    <message>
        <source>A value beside the events is not valid JSON or not of the expected type; what it says is lost.</source>
        <translation>イベント以外の値が正しい JSON でないか型が違い、その内容は失われました。</translation>
    </message>
    <message>
        <source>An event has no usable time stamp and cannot be placed.</source>
        <translation>イベントに使える時刻がなく、配置できません。</translation>
    </message>
    <message>
        <source>A counter&apos;s value is not a finite number; this sample is left out.</source>
        <translation>カウンタの値が有限の数でないため、その標本を除きました。</translation>
    </message>
    <message>
        <source>An end event has no begin event on its track (often cut off at the start of the recording).</source>
        <translation>終了イベントに対応する開始イベントが同じトラックにありません（多くは記録の開始時に切れたもの）。</translation>
    </message>
    <message>
        <source>Events of a kind that the timeline does not show: samples, object and memory snapshots, contexts, clock marks.</source>
        <translation>タイムラインに表示しない種類のイベント：標本、オブジェクトやメモリのスナップショット、コンテキスト、時計の印。</translation>
    </message>
    <message>
        <source>An event does not say what kind it is.</source>
        <translation>種類の書かれていないイベントです。</translation>
    </message>
    <message>
        <source>An element of the events is not an object.</source>
        <translation>イベントの要素がオブジェクトではありません。</translation>
    </message>
    <message>
        <source>Bytes behind the compressed data are not compressed data; they were ignored.</source>
        <translation>圧縮データの後ろに圧縮データでないバイトがあり、無視しました。</translation>
    </message>
    <message>
        <source>Text behind the end of the trace was ignored.</source>
        <translation>トレースの終わりより後ろの文字を無視しました。</translation>
    </message>
    <message>
        <source>The list of events is not closed: the recording program probably ended early. All events are kept.</source>
        <translation>イベントの並びが閉じられていません。記録プログラムが途中で終わったと思われます。イベントはすべて残しました。</translation>
    </message>
    <message>
        <source>The file&apos;s outer object is not closed: the recording program probably ended early.</source>
        <translation>ファイル全体のオブジェクトが閉じられていません。記録プログラムが途中で終わったと思われます。</translation>
    </message>
    <message>
        <source>A comma stands behind the last event. All events are kept.</source>
        <translation>最後のイベントの後ろにコンマがあります。イベントはすべて残しました。</translation>
    </message>
    <message>
        <source>Two events follow each other without a comma. Both are kept.</source>
        <translation>コンマなしで続くイベントがあります。どちらも残しました。</translation>
    </message>
    <message>
        <source>A complete event has no duration; it is shown with duration zero.</source>
        <translation>長さのない完結イベントです。長さ 0 で表示します。</translation>
    </message>
    <message>
        <source>A duration is not a number; the event is shown with duration zero.</source>
        <translation>長さが数ではありません。長さ 0 で表示します。</translation>
    </message>
    <message>
        <source>A duration is negative; the event is shown with duration zero.</source>
        <translation>長さが負です。長さ 0 で表示します。</translation>
    </message>
    <message>
        <source>A time lies more than 146 years from zero and was moved to that limit.</source>
        <translation>時刻が 0 から 146 年より離れており、その限界に移しました。</translation>
    </message>
    <message>
        <source>A begin event has no end event; it is shown until the last time of its track and not counted as a slice.</source>
        <translation>開始イベントに終了イベントがありません。トラックの最後の時刻まで表示し、スライスには数えません。</translation>
    </message>
    <message>
        <source>Names that hold control characters, wrong escapes or bytes that are not UTF-8; these are shown as �.</source>
        <translation>名前に制御文字、誤ったエスケープ、UTF-8 でないバイトがあります。� で表示します。</translation>
    </message>
    <message>
        <source>Several files say that they are of the same rank.</source>
        <translation>複数のファイルが同じランクだと述べています。</translation>
    </message>
    <message>
        <source>Some files tell wall-clock time and some do not, so that ranks may lie apart on the time axis.</source>
        <translation>実時刻のあるファイルとないファイルがあり、ランクが時間軸上で離れることがあります。</translation>
    </message>
    <message>
        <source>The compressed file consists of several parts, which were read one after another.</source>
        <translation>圧縮ファイルは複数の部分からなり、順に読みました。</translation>
    </message>
    <message>
        <source>An empty object stands among the events; some writers close their list with one.</source>
        <translation>イベントの中に空のオブジェクトがあります。並びの終わりに置くプログラムがあります。</translation>
    </message>
    <message>
        <source>An end event has arguments of its own; those of the begin event are shown.</source>
        <translation>終了イベントにも引数があります。開始イベントの引数を表示します。</translation>
    </message>
    <message>
        <source>Slices that overlap another one of their track without lying inside it; they are shown in lanes of their own.</source>
        <translation>同じトラックの別のスライスと、内側に収まらずに重なるスライス。別の段に表示します。</translation>
    </message>
    <message>
        <source>The end of an arrow without its start; no arrow is drawn. Some profilers write one for every call.</source>
        <translation>始点のない矢印の終点。矢印は描きません。呼び出しごとに書くプロファイラがあります。</translation>
    </message>
    <message>
        <source>The start of an arrow without its end; no arrow is drawn.</source>
        <translation>終点のない矢印の始点。矢印は描きません。</translation>
    </message>
    <message>
        <source>An arrow&apos;s end at which its track has no slice; the arrow ends at that time.</source>
        <translation>その時刻にスライスのない矢印の端。矢印はその時刻で終わります。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>カーネル</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分割数</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>順伝播</translation>
    </message>
    <message>
        <source>Forward comms</source>
        <translation>順伝播の通信</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>逆伝播</translation>
    </message>
    <message>
        <source>Backward comms</source>
        <translation>逆伝播の通信</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>先読み</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>ベクトル</translation>
    </message>
    <message>
        <source>TorchRec&apos;s estimate</source>
        <translation>TorchRec の見積もり</translation>
    </message>
    <message>
        <source>A part of the file is not the record it should be, and is left out.</source>
        <translation>ファイルの一部があるべき記録ではなく、除きました。</translation>
    </message>
    <message>
        <source>The text is not valid JSON from here on. Everything before is kept.</source>
        <translation>ここから先は正しい JSON ではありません。その前はすべて残しました。</translation>
    </message>
    <message>
        <source>An entry does not have the shape that this format gives it, and is left out.</source>
        <translation>この形式の形をしていない項目を除きました。</translation>
    </message>
    <message>
        <source>A name that events refer to by number is not in the file; the events are kept without it.</source>
        <translation>イベントが番号で参照する名前がファイルにありません。名前なしで残しました。</translation>
    </message>
    <message>
        <source>A counter&apos;s value does not say which counter it belongs to, and is left out.</source>
        <translation>どのカウンタのものか分からない値を除きました。</translation>
    </message>
    <message>
        <source>The recording program says that it lost data here, mostly because its buffer was full.</source>
        <translation>記録プログラムがここでデータを失ったと述べています（多くはバッファの満杯）。</translation>
    </message>
    <message>
        <source>A member of an archive was not read: a link, a name that leads out of the archive, or a nested archive.</source>
        <translation>アーカイブの要素を読みませんでした：リンク、外を指す名前、または入れ子のアーカイブです。</translation>
    </message>
    <message>
        <source>Entries lack a field that this format has; zero or nothing stands for it.</source>
        <translation>この形式にある欄が項目になく、0 または空で補いました。</translation>
    </message>
    <message>
        <source>The events have an order but no times; they are shown one microsecond apart.</source>
        <translation>イベントに順序はありますが時刻がなく、1 マイクロ秒間隔で表示します。</translation>
    </message>
    <message>
        <source>Events without a name are called &apos;unnamed&apos;.</source>
        <translation>名前のないイベントは unnamed と表示します。</translation>
    </message>
    <message>
        <source>Entries that only tell how often something happened have no time and are not shown.</source>
        <translation>回数だけを述べる項目には時刻がなく、表示しません。</translation>
    </message>
    <message>
        <source>Nothing in the file ties one of its clocks to the others; its times are shown as they are.</source>
        <translation>他と結び付かない時計がファイルにあり、その時刻をそのまま表示します。</translation>
    </message>
    <message>
        <source>Raw control characters and bytes that are not UTF-8, inside texts, are shown as &apos;?&apos;.</source>
        <translation>文字列中の制御文字と UTF-8 でないバイトは ? で表示します。</translation>
    </message>
    <message>
        <source>The recording program left warnings or errors of its own; the run&apos;s metadata hold them.</source>
        <translation>記録プログラム自身の警告やエラーがあります。実行のメタデータにあります。</translation>
    </message>
    <message>
        <source>A file of the folder or archive is of no known format and was not read.</source>
        <translation>フォルダまたはアーカイブの中の未知の形式のファイルは読みませんでした。</translation>
    </message>
    <message>
        <source>The file holds data of further kinds, which are not shown; the run&apos;s metadata list them.</source>
        <translation>表示しない種類のデータもファイルにあります。実行のメタデータに一覧があります。</translation>
    </message>
    <message>
        <source>Times finer than a nanosecond: begin and end are both rounded down.</source>
        <translation>ナノ秒より細かい時刻があり、始まりと終わりをどちらも切り捨てました。</translation>
    </message>
    <message>
        <source>Memory over a step</source>
        <translation>1 ステップのメモリの推移</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>出来事</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変化</translation>
    </message>
    <message>
        <source>taken from the allocator, or given back where negative</source>
        <translation>確保した量（負なら返した量）</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>確保量</translation>
    </message>
    <message>
        <source>everything allocated after the change</source>
        <translation>変化の後に確保されている総量</translation>
    </message>
    <message>
        <source>PERSIA&apos;s modes</source>
        <translation>PERSIA の方式</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>サンプル/秒</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>飽和</translation>
    </message>
    <message>
        <source>Staleness</source>
        <translation>遅れ</translation>
    </message>
    <message>
        <source>Published AUC gap, up to</source>
        <translation>公表された AUC の差（最大）</translation>
    </message>
    <message>
        <source>Roles in PERSIA&apos;s own mode</source>
        <translation>PERSIA 独自方式での役割</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>レプリカ</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>機械</translation>
    </message>
    <message>
        <source>Could do, samples/s</source>
        <translation>可能な速度（サンプル/秒）</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用率</translation>
    </message>
    <message>
        <source>Memory of the parameter servers</source>
        <translation>パラメータサーバのメモリ</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>全行</translation>
    </message>
    <message>
        <source>Resident</source>
        <translation>常駐</translation>
    </message>
    <message>
        <source>Lookups that miss</source>
        <translation>外れる参照</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>実効率</translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>time of one step [%1]</source>
        <translation>1 ステップの時間 [%1]</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
</context>
<context>
    <name>TimelinePicture</name>
    <message>
        <source>A simulated run.</source>
        <translation>シミュレーションした実行。</translation>
    </message>
    <message>
        <source>Recorded in %1.</source>
        <translation>%1 に記録。</translation>
    </message>
    <message>
        <source>%1 slices on %2 tracks over %3</source>
        <translation>スライス %1、トラック %2、期間 %3</translation>
    </message>
    <message numerus="yes">
        <source>Recorded in %1 and %n more.</source>
        <translation>
            <numerusform>%1 ほか %n 件に記録。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrackHeader</name>
    <message>
        <source>Rank %1: %2</source>
        <translation>ランク %1：%2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1〜%2</translation>
    </message>
</context>
<context>
    <name>shardscope::app::DerivationModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
</context>
<context>
    <name>shardscope::app::DerivationPanel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>式</translation>
    </message>
    <message>
        <source>With values</source>
        <translation>値を入れた式</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Parts (double-click opens one)</source>
        <translation>構成要素（ダブルクリックで開く）</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>構成要素</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Drawer</name>
    <message>
        <source>Selected time</source>
        <translation>選んだ時間</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>読み込み報告</translation>
    </message>
    <message numerus="yes">
        <source>Import report (%n)</source>
        <translation>
            <numerusform>読み込み報告（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>トラック</translation>
    </message>
</context>
<context>
    <name>shardscope::app::FigureCard</name>
    <message>
        <source>Show as picture</source>
        <translation>図で表示</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>表で表示</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Inspector</name>
    <message>
        <source>%1 memory</source>
        <translation>%1メモリ</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2の%1</translation>
    </message>
    <message>
        <source>Time of a step: %1</source>
        <translation>1 ステップの時間：%1</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Payload: %1</source>
        <translation>データ量：%1</translation>
    </message>
    <message>
        <source>Click a number to see how it came to be, or a slice of the timeline to see what it is.</source>
        <translation>数値をクリックするとその導き方が、タイムラインのスライスをクリックするとその内容がここに表示されます。</translation>
    </message>
    <message>
        <source>Properties of the slice</source>
        <translation>スライスの項目</translation>
    </message>
    <message>
        <source>Arguments of the slice</source>
        <translation>スライスの引数</translation>
    </message>
</context>
<context>
    <name>shardscope::app::MainWindow</name>
    <message>
        <source>Cannot be opened</source>
        <translation>開けません</translation>
    </message>
    <message>
        <source>Open models, hardware descriptions, plans or traces</source>
        <translation>モデル、ハードウェア記述、計画、トレースを開く</translation>
    </message>
    <message>
        <source>All that is read here (*.json *.json.gz *.gz *.yaml *.yml);;All files (*)</source>
        <translation>読めるファイル (*.json *.json.gz *.gz *.yaml *.yml);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Save a picture</source>
        <translation>図を保存</translation>
    </message>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a &amp;sample</source>
        <translation>サンプルを開く(&amp;S)</translation>
    </message>
    <message>
        <source>Plan: GPT-3 175B on IPU-POD256</source>
        <translation>計画：IPU-POD256 上の GPT-3 175B</translation>
    </message>
    <message>
        <source>Trace: DLRM on one H200</source>
        <translation>トレース：H200 1 台の DLRM</translation>
    </message>
    <message>
        <source>Save a &amp;picture…</source>
        <translation>図を保存(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Close the run</source>
        <translation>実行を閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直す(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Find in the timeline</source>
        <translation>タイムラインを検索(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>計画(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>タイムライン(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Compact rows</source>
        <translation>行を詰める(&amp;C)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>配色(&amp;H)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>明るい(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>暗い(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>言語(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全画面(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys of the timeline</source>
        <translation>タイムラインのキー(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Shardscope</source>
        <translation>Shardscope について(&amp;A)</translation>
    </message>
    <message>
        <source>Shardscope</source>
        <translation>Shardscope</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>インスペクタ</translation>
    </message>
    <message>
        <source>Drawer</source>
        <translation>引き出し</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>&lt;table cellpadding=4&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;W S&lt;/b&gt;&lt;/td&gt;&lt;td&gt;zoom in and out where the mouse is&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;A D&lt;/b&gt;&lt;/td&gt;&lt;td&gt;pan left and right&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Ctrl + wheel&lt;/b&gt;&lt;/td&gt;&lt;td&gt;zoom&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Shift + drag&lt;/b&gt;&lt;/td&gt;&lt;td&gt;pan&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;drag&lt;/b&gt;&lt;/td&gt;&lt;td&gt;select a span of time&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F&lt;/b&gt;&lt;/td&gt;&lt;td&gt;the selection fills the window; again: the whole run&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;.&lt;/b&gt; and &lt;b&gt;,&lt;/b&gt;&lt;/td&gt;&lt;td&gt;next and previous slice on the lane&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;]&lt;/b&gt; and &lt;b&gt;[&lt;/b&gt;&lt;/td&gt;&lt;td&gt;along an arrow, and back&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;R&lt;/b&gt;&lt;/td&gt;&lt;td&gt;select the time of the slice&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;/&lt;/b&gt;&lt;/td&gt;&lt;td&gt;search; Enter goes on, Shift + Enter back&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Esc&lt;/b&gt;&lt;/td&gt;&lt;td&gt;select nothing&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</source>
        <translation>&lt;table cellpadding=4&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;W S&lt;/b&gt;&lt;/td&gt;&lt;td&gt;マウスの位置で拡大、縮小&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;A D&lt;/b&gt;&lt;/td&gt;&lt;td&gt;左右に移動&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Ctrl + ホイール&lt;/b&gt;&lt;/td&gt;&lt;td&gt;拡大、縮小&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Shift + ドラッグ&lt;/b&gt;&lt;/td&gt;&lt;td&gt;移動&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;ドラッグ&lt;/b&gt;&lt;/td&gt;&lt;td&gt;時間の範囲を選択&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F&lt;/b&gt;&lt;/td&gt;&lt;td&gt;選択範囲を画面いっぱいに、もう一度で実行全体&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;.&lt;/b&gt; と &lt;b&gt;,&lt;/b&gt;&lt;/td&gt;&lt;td&gt;同じ段の次と前のスライス&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;]&lt;/b&gt; と &lt;b&gt;[&lt;/b&gt;&lt;/td&gt;&lt;td&gt;矢印の先へ、元へ&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;R&lt;/b&gt;&lt;/td&gt;&lt;td&gt;スライスの時間を選択&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;/&lt;/b&gt;&lt;/td&gt;&lt;td&gt;検索。Enter で次、Shift + Enter で前&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Esc&lt;/b&gt;&lt;/td&gt;&lt;td&gt;選択を解除&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</translation>
    </message>
    <message>
        <source>Keys of the timeline</source>
        <translation>タイムラインのキー</translation>
    </message>
    <message>
        <source>About Shardscope</source>
        <translation>Shardscope について</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;Planner and visual profiler for training very large models.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later, without any warranty.&lt;/p&gt;&lt;p&gt;Built with Qt %2.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;超大規模モデルの学習を計画し、可視化して解析します。&lt;/p&gt;&lt;p&gt;GNU General Public License バージョン 3 以降のもとで配布される無保証の自由ソフトウェアです。&lt;/p&gt;&lt;p&gt;Qt %2 で作られています。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上の %1</translation>
    </message>
    <message>
        <source>%1 – Shardscope</source>
        <translation>%1 – Shardscope</translation>
    </message>
</context>
<context>
    <name>shardscope::app::MemoryBarsWidget</name>
    <message>
        <source>%1, %2: %3 (%4)</source>
        <translation>%1、%2：%3（%4）</translation>
    </message>
</context>
<context>
    <name>shardscope::app::NumberButton</name>
    <message>
        <source>Opens how this number came to be.</source>
        <translation>この数値の導き方を開きます。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanControls</name>
    <message>
        <source>Change %1</source>
        <translation>%1の変更</translation>
    </message>
    <message>
        <source>PARALLELISM</source>
        <translation>並列化</translation>
    </message>
    <message>
        <source>Tensor t</source>
        <translation>テンソル t</translation>
    </message>
    <message>
        <source>How many devices share each matrix product</source>
        <translation>各行列積を分け合うデバイスの数</translation>
    </message>
    <message>
        <source>Pipeline p</source>
        <translation>パイプライン p</translation>
    </message>
    <message>
        <source>How many stages the layers are cut into</source>
        <translation>層を分けるステージの数</translation>
    </message>
    <message>
        <source>Replicas r</source>
        <translation>レプリカ r</translation>
    </message>
    <message>
        <source>How many copies train on different samples</source>
        <translation>別々のサンプルで学習する複製の数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>How many devices share a sequence&apos;s tokens</source>
        <translation>系列のトークンを分け合うデバイスの数</translation>
    </message>
    <message>
        <source>SHARDING OVER THE REPLICAS</source>
        <translation>レプリカ間の分割（複製テンソルシャーディング）</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>一括設定</translation>
    </message>
    <message>
        <source>Weights rts</source>
        <translation>重み rts</translation>
    </message>
    <message>
        <source>Over how many replicas the stored weights are divided</source>
        <translation>保持する重みを分けるレプリカの数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>Over how many replicas the stored gradients are divided</source>
        <translation>保持する勾配を分けるレプリカの数</translation>
    </message>
    <message>
        <source>Optimizer state rts′</source>
        <translation>最適化器状態 rts′</translation>
    </message>
    <message>
        <source>Over how many replicas the optimizer state is divided</source>
        <translation>最適化器状態を分けるレプリカの数</translation>
    </message>
    <message>
        <source>BATCH</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Micro-batch b</source>
        <translation>マイクロバッチ b</translation>
    </message>
    <message>
        <source>Samples a replica takes at a time</source>
        <translation>レプリカが一度に処理するサンプル数</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>マイクロバッチ数</translation>
    </message>
    <message>
        <source>How many a replica takes in a step</source>
        <translation>レプリカが 1 ステップで処理する数</translation>
    </message>
    <message>
        <source>Tokens in a sequence</source>
        <translation>系列のトークン数</translation>
    </message>
    <message>
        <source>Up to what the model was made for, or beyond</source>
        <translation>モデルの上限まで、またはそれ以上</translation>
    </message>
    <message>
        <source>WHAT IS KEPT, AND WHERE</source>
        <translation>何をどこに置くか</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>再計算</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>最適化器</translation>
    </message>
    <message>
        <source>Weights in</source>
        <translation>重みの置き場所</translation>
    </message>
    <message>
        <source>Gradients in</source>
        <translation>勾配の置き場所</translation>
    </message>
    <message>
        <source>Optimizer state in</source>
        <translation>最適化器状態の置き場所</translation>
    </message>
    <message>
        <source>Activations in</source>
        <translation>活性の置き場所</translation>
    </message>
    <message>
        <source>SCHEDULE</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Chunks of layers a stage</source>
        <translation>ステージあたりの層のまとまり</translation>
    </message>
    <message>
        <source>For the interleaved schedule</source>
        <translation>インターリーブのスケジュール用</translation>
    </message>
    <message>
        <source>Phases (0: all at once)</source>
        <translation>段階数（0：一括）</translation>
    </message>
    <message>
        <source>Parts that a device runs one after another, streaming the weights in</source>
        <translation>重みを流し込みながらデバイスが順に実行する部分の数</translation>
    </message>
    <message>
        <source>Phases from</source>
        <translation>段階の読み込み元</translation>
    </message>
    <message>
        <source>Implementation</source>
        <translation>実装</translation>
    </message>
    <message>
        <source>Global batch %1 = %2 × %3 × %4</source>
        <translation>全体バッチ %1 = %2 × %3 × %4</translation>
    </message>
    <message>
        <source>MODEL</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>HARDWARE</source>
        <translation>ハードウェア</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>ハードウェア</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>シーケンス並列</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanPage</name>
    <message>
        <source>Unverified figures were used: %1</source>
        <translation>未確認の数値を使っています：%1</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 上の %1：%3</translation>
    </message>
    <message>
        <source>Cannot be evaluated: %1</source>
        <translation>評価できません：%1</translation>
    </message>
    <message>
        <source>Apply this change to the plan</source>
        <translation>この変更を計画に適用します</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>毎秒サンプル数</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>毎秒トークン数</translation>
    </message>
    <message>
        <source>A device computes</source>
        <translation>1 台の演算速度</translation>
    </message>
    <message>
        <source>FLOP of the model itself, recomputing not counted</source>
        <translation>モデル自体の FLOP（再計算を除く）</translation>
    </message>
    <message>
        <source>Of its peak</source>
        <translation>ピーク比</translation>
    </message>
    <message>
        <source>Model FLOP utilization</source>
        <translation>モデルの FLOP 利用率（MFU）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中 %1</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>tensor × pipeline × replicas × context</source>
        <translation>テンソル × パイプライン × レプリカ × コンテキスト</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>Plan how a model is laid out</source>
        <translation>モデルの配置を計画する</translation>
    </message>
    <message>
        <source>Choose a model and a hardware description on the left, open files of your own, or drop them anywhere. The page then says whether the plan fits, how fast it runs and what limits it.</source>
        <translation>左でモデルとハードウェアを選ぶか、手元のファイルを開くか、どこにでもドロップしてください。計画が収まるか、どれだけ速いか、何が制約かを表示します。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Open a sample</source>
        <translation>サンプルを開く</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Lattice of devices: tensor, pipeline, replicas</source>
        <translation>デバイスの格子：テンソル、パイプライン、レプリカ</translation>
    </message>
    <message>
        <source>Memory of each class of rank against its capacity</source>
        <translation>各ランクのメモリと容量</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>ステージ別</translation>
    </message>
    <message>
        <source>by memory used</source>
        <translation>メモリ使用率</translation>
    </message>
    <message>
        <source>by node</source>
        <translation>ノード別</translation>
    </message>
    <message>
        <source>What the colour tells</source>
        <translation>色の意味</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>立体</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>Form of the picture</source>
        <translation>図の形</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StepChart</name>
    <message>
        <source>Time of one step</source>
        <translation>1 ステップの時間</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TableView</name>
    <message>
        <source>Save the table</source>
        <translation>表を保存</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>CSV で保存…</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TimelinePage</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中 %1</translation>
    </message>
    <message>
        <source>Look into a run</source>
        <translation>実行を調べる</translation>
    </message>
    <message>
        <source>Open a trace that PyTorch&apos;s profiler wrote (.json or .json.gz), one file or one for each rank, or drop it anywhere. The page shows what each process, thread and stream did, and when.</source>
        <translation>PyTorch のプロファイラが書いたトレース（.json または .json.gz、1 つまたはランクごとに 1 つ）を開くか、どこにでもドロップしてください。各プロセス、スレッド、ストリームがいつ何をしたかを表示します。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Open a sample</source>
        <translation>サンプルを開く</translation>
    </message>
    <message>
        <source>Search names ( / )</source>
        <translation>名前を検索 ( / )</translation>
    </message>
    <message>
        <source>Search names</source>
        <translation>名前を検索</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>Show the whole run (F twice)</source>
        <translation>実行全体を表示（F を 2 回）</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>実行は開かれていません。</translation>
    </message>
    <message>
        <source>%1 slices on %2 tracks over %3.</source>
        <translation>スライス %1、トラック %2、期間 %3。</translation>
    </message>
    <message>
        <source>Selected: %1, %2.</source>
        <translation>選択中：%1、%2。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Workbench</name>
    <message>
        <source>Choose the model</source>
        <translation>モデルの選択</translation>
    </message>
    <message>
        <source>Choose the hardware</source>
        <translation>ハードウェアの選択</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>計画を開く</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 を読み込み中</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files</source>
        <translation>
            <numerusform>%n 個のファイルを読み込み中</numerusform>
        </translation>
    </message>
</context>
</TS>
