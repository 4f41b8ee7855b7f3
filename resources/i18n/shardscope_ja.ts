<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP">
<context>
    <name>Coloring</name>
    <message>
        <source>no category</source>
        <translation>カテゴリなし</translation>
    </message>
    <message>
        <source>rank unknown</source>
        <translation>ランク不明</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>The same name has the same colour; other names may share it.</source>
        <translation>同じ名前は同じ色です。別の名前と色が重なることがあります。</translation>
    </message>
</context>
<context>
    <name>FlameGraph</name>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>そのほか</translation>
    </message>
    <message>
        <source>%1: %2, %3 of all; its own: %4</source>
        <translation>%1：%2、全体の %3。自身：%4</translation>
    </message>
</context>
<context>
    <name>HomePage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 とほか %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>the run holds neither a snapshot of memory nor records of it</source>
        <translation>実行にメモリのスナップショットも記録もありません</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message numerus="yes">
        <source>%n more in the table</source>
        <translation>
            <numerusform>ほか %n 件は表に</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportPicture</name>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>ほか %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SchedulePage</name>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 上の %1: %3</translation>
    </message>
    <message>
        <source>Schedules: stages against time</source>
        <translation>スケジュール: 時間に対するステージ</translation>
    </message>
    <message>
        <source>%1 on PERSIA&apos;s roles</source>
        <translation>%1、PERSIA の役割の上</translation>
    </message>
</context>
<context>
    <name>SearchSentence</name>
    <message>
        <source>; </source>
        <comment>between parts of a sentence</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>uncertain: %1</source>
        <translation>不確かな点：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a sentence</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>64 × a machine with a layout</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Cheapest: %1</source>
        <translation>最安：%1</translation>
    </message>
    <message>
        <source>Least energy: %1</source>
        <translation>最小のエネルギー：%1</translation>
    </message>
    <message>
        <source>Least memory: %1</source>
        <translation>最小のメモリ：%1</translation>
    </message>
    <message>
        <source>Fewest devices: %1</source>
        <translation>最少のデバイス：%1</translation>
    </message>
    <message>
        <source>Fastest: %1</source>
        <translation>最速：%1</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>1 ステップ %1</translation>
    </message>
    <message>
        <source>%1 of a device&apos;s memory</source>
        <translation>デバイスのメモリ %1</translation>
    </message>
    <message>
        <source>the training %1</source>
        <translation>学習全体 %1</translation>
    </message>
    <message>
        <source> and %1</source>
        <comment>a training takes a time and a price</comment>
        <translation>、費用 %1</translation>
    </message>
    <message>
        <source>, what it costs needs a price of a device and hour</source>
        <translation>、費用にはデバイス 1 時間の価格が必要</translation>
    </message>
    <message>
        <source>%1 (%2 days)</source>
        <translation>%1（%2 日）</translation>
    </message>
    <message>
        <source>runner-up: none, it fits on no other of the machines</source>
        <translation>次点：なし、ほかのマシンには収まらない</translation>
    </message>
    <message>
        <source>runner-up: %1, %2</source>
        <translation>次点：%1、%2</translation>
    </message>
    <message>
        <source>runner-up: none, no other plan fits</source>
        <translation>次点：なし、ほかに収まる計画はない</translation>
    </message>
    <message>
        <source>%1 behind in time and else equal</source>
        <translation>ほかは同じで時間が %1 劣る</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>%1 劣る</translation>
    </message>
    <message>
        <source>%1 devices take %2 a step</source>
        <translation>デバイス %1 個では 1 ステップ %2</translation>
    </message>
    <message>
        <source>%1 devices would train for %2</source>
        <translation>デバイス %1 個では学習に %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 beyond the budget</source>
        <translation>予算を %1 超える</translation>
    </message>
    <message>
        <source>%1 beyond the energy</source>
        <translation>エネルギーの上限を %1 超える</translation>
    </message>
    <message>
        <source>%1 beyond the deadline</source>
        <translation>期限を %1 超える</translation>
    </message>
    <message>
        <source>the slow end breaks the budget</source>
        <translation>遅い側の端では予算を超える</translation>
    </message>
    <message>
        <source>the slow end breaks the energy</source>
        <translation>遅い側の端ではエネルギーの上限を超える</translation>
    </message>
    <message>
        <source>the slow end breaks the deadline</source>
        <translation>遅い側の端では期限を超える</translation>
    </message>
    <message>
        <source>with 80 % confidence %1 to %2 a step</source>
        <translation>80 % の信頼度で 1 ステップ %1〜%2</translation>
    </message>
    <message>
        <source>%1 to %2 of training</source>
        <translation>学習全体 %1〜%2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1〜%2</translation>
    </message>
    <message>
        <source>the runner-up may be the faster one</source>
        <translation>次点のほうが速いかもしれない</translation>
    </message>
    <message>
        <source>it fills %1 of %2 and may not fit</source>
        <translation>%2 のうち %1 を使うので収まらないかもしれない</translation>
    </message>
    <message>
        <source>unverified figures: %1</source>
        <translation>未検証の数値 %1 個</translation>
    </message>
    <message>
        <source>%1 needs %2 of %3</source>
        <translation>%1 では %3 に対して %2 が必要</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>収まるものはない</translation>
    </message>
    <message>
        <source>Smallest: %1 of %2, which needs %3 and is fastest with %4</source>
        <translation>最小：%2 の %1、必要なのは %3、最速の配置は %4</translation>
    </message>
    <message>
        <source>none of the machines is smaller</source>
        <translation>これより小さいマシンはない</translation>
    </message>
    <message>
        <source>%1 may hold it too</source>
        <translation>%1 にも収まるかもしれない</translation>
    </message>
    <message>
        <source>runner-up: none of the machines</source>
        <translation>次点：なし</translation>
    </message>
    <message>
        <source>runner-up: %1 of %2, %3 more</source>
        <translation>次点：%2 の %1、%3 大きい</translation>
    </message>
    <message>
        <source>Largest: %1 layers with %2 parameters on %3, %4</source>
        <translation>最大：%3 で %1 層、パラメータ %2 個、%4</translation>
    </message>
    <message>
        <source>one layer more needs %1 of %2</source>
        <translation>もう 1 層増やすと %2 に対して %1 が必要</translation>
    </message>
    <message>
        <source>one layer more needs memory beside the devices that there is not</source>
        <translation>もう 1 層増やすと、デバイスの外に、ない分のメモリが必要</translation>
    </message>
    <message>
        <source>the nearest plan, %1, needs %2 of %3</source>
        <translation>最も近い計画の %1 では %3 に対して %2 が必要</translation>
    </message>
    <message>
        <source>the nearest plan is %1%2</source>
        <translation>最も近い計画は %1%2</translation>
    </message>
    <message>
        <source>%1 (%2 in place of %3)</source>
        <comment>a constraint: what is needed, what was asked</comment>
        <translation>%1（%3 ではなく %2）</translation>
    </message>
    <message>
        <source>relaxing no one constraint helps</source>
        <translation>制約を 1 つ緩めるだけでは収まらない</translation>
    </message>
    <message>
        <source>relaxing one of these helps: %1</source>
        <translation>次のどれか 1 つを緩めれば収まる：%1</translation>
    </message>
    <message>
        <source>It is %1 slower than the best plan a sample</source>
        <translation>1 サンプルあたり最良の計画より %1 遅い</translation>
    </message>
    <message>
        <source>%1, most of all in %2 (%3)</source>
        <translation>%1（最大の差は%2の %3）</translation>
    </message>
    <message>
        <source>It does not keep what was asked: %1</source>
        <translation>求めた条件を満たさない：%1</translation>
    </message>
    <message>
        <source>%1, nor does giving up all of them</source>
        <translation>%1。すべての制約を外しても収まらない</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>two constraints</comment>
        <translation>%1 と %2</translation>
    </message>
    <message>
        <source>%1, giving up two does: %2</source>
        <translation>%1が、2 つを外せば収まる：%2</translation>
    </message>
    <message>
        <source>%1, nor any two: at least three have to give</source>
        <translation>%1。2 つでも収まらず、少なくとも 3 つを緩める必要がある</translation>
    </message>
    <message>
        <source>%1: at least two have to give</source>
        <translation>%1。少なくとも 2 つを緩める必要がある</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a constraint and the rule that is broken</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The run on %1 takes %2 and costs %3</source>
        <translation>%1 での学習は %2 かかり、費用は %3</translation>
    </message>
    <message>
        <source>The run on %1 takes %2</source>
        <translation>%1 での学習は %2 かかる</translation>
    </message>
    <message>
        <source>what it costs needs the price of a device and hour</source>
        <translation>費用にはデバイス 1 台 1 時間の価格が必要</translation>
    </message>
    <message>
        <source>A step on %1 costs %2</source>
        <translation>%1 での 1 ステップの費用は %2</translation>
    </message>
    <message>
        <source>what the run costs needs its tokens</source>
        <translation>学習全体の費用にはトークン数が必要</translation>
    </message>
    <message>
        <source>A step on %1 takes %2</source>
        <translation>%1 での 1 ステップは %2</translation>
    </message>
    <message>
        <source>what the run costs needs its tokens and the price of a device and hour</source>
        <translation>学習全体の費用にはトークン数とデバイス 1 台 1 時間の価格が必要</translation>
    </message>
    <message>
        <source>with %1 of energy</source>
        <translation>エネルギーは %1</translation>
    </message>
    <message>
        <source>Plans without an answer: %1. The first of them: %2</source>
        <translation>答えの出なかった計画：%1 件。その最初のもの：%2</translation>
    </message>
    <message>
        <source>Nothing does what was asked. Looking for what would help …</source>
        <translation>条件を満たすものはありません。何を変えればよいかを調べています…</translation>
    </message>
    <message>
        <source>So far: %1, %2 a step</source>
        <comment>a plan, and its time</comment>
        <translation>これまでの最良：%1、1 ステップ %2</translation>
    </message>
    <message>
        <source>without offload none of these numbers holds it</source>
        <translation>オフロードなしでは、どの台数でも収まりません</translation>
    </message>
    <message>
        <source>without offload %1 devices hold it, %2 a step</source>
        <translation>オフロードなしでは %1 台で収まり、1 ステップ %2</translation>
    </message>
</context>
<context>
    <name>SimulatedNames</name>
    <message>
        <source>memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同期</translation>
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
        <translation>各シーケンスを分けるデバイス数</translation>
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
        <translation>正規化とドロップアウトをシーケンス方向にテンソル群で分ける</translation>
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
        <source>Tokens of a sample; 0 or not given: the model&apos;s maximum</source>
        <translation>1 サンプルのトークン数（0 または省略時はモデルの上限）</translation>
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
        <translation>オプティマイザ状態を分けるレプリカ数（rts&apos;）</translation>
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
        <source>Number format of master weights, or none</source>
        <translation>マスター重みの数値形式、または none</translation>
    </message>
    <message>
        <source>Number format of the optimizer&apos;s state</source>
        <translation>オプティマイザ状態の数値形式</translation>
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
        <translation>オプティマイザ状態とマスター重みを置くメモリ</translation>
    </message>
    <message>
        <source>Memory that holds activations until backward</source>
        <translation>逆伝播まで活性値を置くメモリ</translation>
    </message>
    <message>
        <source>Order of micro-batches in the pipeline</source>
        <translation>パイプラインのマイクロバッチの順序</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>アテンションのカーネル</translation>
    </message>
    <message>
        <source>With sequence parallelism: keep gathered activations or gather them again</source>
        <translation>シーケンス並列で、集めた活性値を残すか集め直すか</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>オプティマイザ</translation>
    </message>
    <message>
        <source>Parts of a stage that run one after another; 0: the whole stage is resident</source>
        <translation>ステージを順に実行する部分の数（0：全体が常駐）</translation>
    </message>
    <message>
        <source>Memory the phases are loaded from</source>
        <translation>各フェーズの読み込み元のメモリ</translation>
    </message>
    <message>
        <source>Fused kernels, or one for each operation</source>
        <translation>融合カーネル、または演算ごとに 1 つ</translation>
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
        <source>Number format on the wire of each collective</source>
        <translation>各集団通信で送る数値形式</translation>
    </message>
    <message>
        <source>Update of the dense weights</source>
        <translation>密な重みの更新</translation>
    </message>
    <message>
        <source>Update of the embedding tables</source>
        <translation>埋め込みテーブルの更新</translation>
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
        <translation>グループ</translation>
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
        <translation>イベント</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>フェーズ</translation>
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
        <translation>古さ</translation>
    </message>
    <message>
        <source>Published AUC gap, up to</source>
        <translation>公表された AUC の差（最大）</translation>
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
        <translation>マシン</translation>
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
        <source>All rows</source>
        <translation>全行</translation>
    </message>
    <message>
        <source>Resident</source>
        <translation>常駐</translation>
    </message>
    <message>
        <source>Lookups that miss</source>
        <translation>ミスする参照</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>実効率</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s estimate of model states</source>
        <translation>DeepSpeed によるモデル状態の見積もり</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>DeepSpeed says</source>
        <translation>DeepSpeed の値</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>実際の保持量</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>オプティマイザ状態</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>バッファ</translation>
    </message>
    <message>
        <source>Why they differ</source>
        <translation>違いの理由</translation>
    </message>
    <message>
        <source>Classes in the selected time</source>
        <translation>選択範囲の種類</translation>
    </message>
    <message>
        <source>Tracks in the selected time</source>
        <translation>選択範囲のトラック</translation>
    </message>
    <message>
        <source>of the selected time</source>
        <translation>選択した時間に対する割合</translation>
    </message>
    <message>
        <source>Counters in the selected time</source>
        <translation>選択範囲のカウンタ</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>カウンタ</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>weighted by time</source>
        <translation>時間で重み付け</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>必要なもの</translation>
    </message>
    <message>
        <source>What it tells</source>
        <translation>わかること</translation>
    </message>
    <message>
        <source>Ready-made queries</source>
        <translation>用意した問い合わせ</translation>
    </message>
    <message>
        <source>Tables and columns</source>
        <translation>表と列</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Imported plan</source>
        <translation>読み込んだ計画</translation>
    </message>
    <message>
        <source>Ignored keys</source>
        <translation>無視したキー</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>Allocated from</source>
        <translation>確保した場所</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>関数</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Marked times</source>
        <translation>印を付けた時間</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>長さ</translation>
    </message>
    <message>
        <source>the run&apos;s clock</source>
        <translation>実行の時計</translation>
    </message>
    <message>
        <source>agrees with the run&apos;s clock; not moved</source>
        <translation>実行の時計と一致。移動なし</translation>
    </message>
    <message>
        <source>aligned by the ends of common collectives, or by sends and receives</source>
        <translation>共通の集団通信の終わり、または送受信で整列</translation>
    </message>
    <message>
        <source>not known: no collective in common with a known clock</source>
        <translation>不明：既知の時計と共通の集団通信がない</translation>
    </message>
    <message>
        <source>not known: fewer than three collectives in common</source>
        <translation>不明：共通の集団通信が 3 回未満</translation>
    </message>
    <message>
        <source>not known: the common collectives contradict each other</source>
        <translation>不明：共通の集団通信が互いに矛盾</translation>
    </message>
    <message>
        <source>not known: it would drift by more than 500 ppm</source>
        <translation>不明：ずれが 500 ppm を超える</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>時計</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>shared with clocks that were known before</source>
        <translation>先に既知となった時計と共有</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>ずれ</translation>
    </message>
    <message>
        <source>added to every time of these files</source>
        <translation>これらのファイルのすべての時刻に足した値</translation>
    </message>
    <message>
        <source>Drift (ppm)</source>
        <translation>ずれの速さ（ppm）</translation>
    </message>
    <message>
        <source>what the run&apos;s clock gains on this one, in millionths</source>
        <translation>実行の時計がこの時計より進む割合（百万分率）</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>one standard deviation of the ends of collectives around the fit</source>
        <translation>当てはめに対する集団通信の終わりの標準偏差</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>collectives that somebody left before everybody had come</source>
        <translation>全員がそろう前に誰かが抜けた集団通信</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Told by</source>
        <translation>判断の根拠</translation>
    </message>
    <message>
        <source>what says which rank the file is of</source>
        <translation>どのランクのファイルかを示すもの</translation>
    </message>
    <message>
        <source>Temporal breakdown</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>device rows</source>
        <translation>デバイスの処理</translation>
    </message>
    <message>
        <source>Time of each rank&apos;s devices: computing, communicating or copying exposed, idle.</source>
        <translation>各ランクのデバイス時間：計算、隠れない通信やコピー、アイドル。</translation>
    </message>
    <message>
        <source>Communication hidden behind computation</source>
        <translation>計算に隠れた通信</translation>
    </message>
    <message>
        <source>How much of the communication runs while the device computes, and how much is exposed.</source>
        <translation>通信のうち、計算と同時に進む分と隠れない分。</translation>
    </message>
    <message>
        <source>Idle time by cause</source>
        <translation>原因別のアイドル時間</translation>
    </message>
    <message>
        <source>device rows, launches</source>
        <translation>デバイスの処理、起動</translation>
    </message>
    <message>
        <source>Why each stream waits: for the host, between kernels, or for something else.</source>
        <translation>各ストリームが待つ理由：ホスト待ち、カーネル間、その他。</translation>
    </message>
    <message>
        <source>Kernels by kind and name</source>
        <translation>種類別・名前別のカーネル</translation>
    </message>
    <message>
        <source>Device time by kind of work with overlaps apart, and by kernel.</source>
        <translation>処理の種類別（重なりは別）とカーネル別のデバイス時間。</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>キューの長さ</translation>
    </message>
    <message>
        <source>How much launched work waits for each stream, over time.</source>
        <translation>起動済みの処理が各ストリームでどれだけ待っているかの推移。</translation>
    </message>
    <message>
        <source>Copies and their bandwidth</source>
        <translation>コピーと帯域幅</translation>
    </message>
    <message>
        <source>device copies</source>
        <translation>デバイスのコピー</translation>
    </message>
    <message>
        <source>What copies and fills move, and how fast.</source>
        <translation>コピーとフィルの移動量と速さ。</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>起動</translation>
    </message>
    <message>
        <source>What launching costs: time of the calls, of the work, and the wait between.</source>
        <translation>起動の費用：呼び出しの時間、処理の時間、その間の待ち。</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>クリティカルパス</translation>
    </message>
    <message>
        <source>host rows, launches</source>
        <translation>ホストの処理、起動</translation>
    </message>
    <message>
        <source>What held a step up: the longest chain of host work, launches, device work and waits.</source>
        <translation>ステップを遅らせたもの：ホストの処理、起動、デバイスの処理、待ちの最長の連なり。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>step marks, repeating annotations or a period of kernels</source>
        <translation>ステップの印、繰り返す注釈、またはカーネルの周期</translation>
    </message>
    <message>
        <source>How long each step took, what the devices did meanwhile, which steps stand out.</source>
        <translation>各ステップの時間、その間のデバイスの動き、目立つステップ。</translation>
    </message>
    <message>
        <source>FLOP/s and utilisation</source>
        <translation>FLOP/s と利用率</translation>
    </message>
    <message>
        <source>recorded shapes</source>
        <translation>記録された形状</translation>
    </message>
    <message>
        <source>Floating-point operations achieved by product and step, of the peak and the roofline.</source>
        <translation>積とステップごとの達成 FLOP/s、ピークとルーフラインに対する割合。</translation>
    </message>
    <message>
        <source>Modules and operations</source>
        <translation>モジュールと演算</translation>
    </message>
    <message>
        <source>host rows</source>
        <translation>ホストの処理</translation>
    </message>
    <message>
        <source>Host time and the device time it launched, as a tree of names.</source>
        <translation>ホスト時間と、それが起動したデバイス時間を名前の木で示します。</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>Time of the ranges that the program named, on the host and on the device.</source>
        <translation>プログラムが名付けた範囲の、ホストとデバイスでの時間。</translation>
    </message>
    <message>
        <source>memory records</source>
        <translation>メモリの記録</translation>
    </message>
    <message>
        <source>What the allocator held over time, by phase, and who held it at the peak.</source>
        <translation>アロケータが保持した量の推移（フェーズ別）と、ピーク時に保持していたもの。</translation>
    </message>
    <message>
        <source>Allocator snapshot</source>
        <translation>アロケータのスナップショット</translation>
    </message>
    <message>
        <source>a memory snapshot</source>
        <translation>メモリのスナップショット</translation>
    </message>
    <message>
        <source>How much reserved memory is free and in which pieces, who holds the rest, when it peaked.</source>
        <translation>予約済みメモリの空きとその断片、残りを保持するもの、ピークの時点。</translation>
    </message>
    <message>
        <source>counters</source>
        <translation>カウンタ</translation>
    </message>
    <message>
        <source>Least, most and mean over time of every counter.</source>
        <translation>各カウンタの最小、最大、時間平均。</translation>
    </message>
    <message>
        <source>Plans that no other beats in rate, memory and devices</source>
        <translation>速度、メモリ、台数のすべてで劣らない計画</translation>
    </message>
    <message>
        <source>Best plans</source>
        <translation>最良の計画</translation>
    </message>
    <message>
        <source>Batch of a device</source>
        <translation>デバイスのバッチ</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>All-reduce</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>制約</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>The smallest cluster</source>
        <translation>最小のクラスタ</translation>
    </message>
    <message>
        <source>Shards of every table</source>
        <translation>各表のシャード</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Hits in device memory</source>
        <translation>デバイスメモリのヒット率</translation>
    </message>
    <message>
        <source>share of lookups that device memory answers, by an ideal cache</source>
        <translation>理想的なキャッシュでデバイスメモリが答える参照の割合</translation>
    </message>
    <message>
        <source>*: all; +: the node that begins there</source>
        <translation>*：全デバイス、+：そこから始まるノード</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>ホストメモリ</translation>
    </message>
    <message>
        <source>SSD</source>
        <translation>SSD</translation>
    </message>
    <message>
        <source>Time of a shard</source>
        <translation>シャードの時間</translation>
    </message>
    <message>
        <source>Load of devices</source>
        <translation>デバイスの負荷</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Memory tiers</source>
        <translation>メモリ階層</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Lookups answered</source>
        <translation>答える参照</translation>
    </message>
    <message>
        <source>share of all lookups, with ideal caches</source>
        <translation>理想的なキャッシュでの全参照に対する割合</translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation>ステップの部分</translation>
    </message>
    <message>
        <source>not hidden behind other parts; these add up to the step</source>
        <translation>ほかの部分に隠れない時間。合計がステップになる</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隠れる時間</translation>
    </message>
    <message>
        <source>Rate against devices</source>
        <translation>デバイス数と速度</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>効率</translation>
    </message>
    <message>
        <source>rate of a device against the first row&apos;s</source>
        <translation>最初の行に対する 1 台あたりの速度</translation>
    </message>
    <message>
        <source>All-to-all ceiling, samples/s</source>
        <translation>オールトゥオールの上限（毎秒サンプル）</translation>
    </message>
    <message>
        <source>what the all-to-alls alone would allow</source>
        <translation>オールトゥオールだけで決まる上限</translation>
    </message>
    <message>
        <source>Knee</source>
        <translation>屈曲点</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>What roles send each other</source>
        <translation>役割の間の通信</translation>
    </message>
    <message>
        <source>From</source>
        <translation>送り側</translation>
    </message>
    <message>
        <source>To</source>
        <translation>受け側</translation>
    </message>
    <message>
        <source>Of a sample</source>
        <translation>1 サンプル</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通信量</translation>
    </message>
    <message>
        <source>Network in use</source>
        <translation>ネットワーク使用率</translation>
    </message>
    <message>
        <source>of the busier end&apos;s network</source>
        <translation>混んでいる側のネットワークに対して</translation>
    </message>
    <message>
        <source>Batches waiting</source>
        <translation>処理中のバッチ</translation>
    </message>
    <message>
        <source>on average, of all NN workers, by Little&apos;s law over the stage that this edge feeds</source>
        <translation>この辺のステージについてリトルの法則で求めた、全 NN ワーカーの平均</translation>
    </message>
    <message>
        <source>Ratio explorer</source>
        <translation>台数比の探索</translation>
    </message>
    <message>
        <source>Replicas across</source>
        <translation>横の台数</translation>
    </message>
    <message>
        <source>Replicas upward</source>
        <translation>縦の台数</translation>
    </message>
    <message>
        <source>Accelerators idle</source>
        <translation>アクセラレータの待ち</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>an hour; machines where a price is missing</source>
        <translation>毎時。価格が無いときは台数</translation>
    </message>
    <message>
        <source>ZionEX and PERSIA</source>
        <translation>ZionEX と PERSIA</translation>
    </message>
    <message>
        <source>System</source>
        <translation>システム</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>アクセラレータ</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>台数</translation>
    </message>
    <message>
        <source>Cost an hour</source>
        <translation>毎時の費用</translation>
    </message>
    <message>
        <source>Memory of tables</source>
        <translation>表のメモリ</translation>
    </message>
    <message>
        <source>batches between a lookup and its update</source>
        <translation>参照から更新までのバッチ数</translation>
    </message>
    <message>
        <source>Published AUC gap, from</source>
        <translation>公表された AUC の差（下限）</translation>
    </message>
    <message>
        <source>First batches of every mode</source>
        <translation>各方式の最初のバッチ</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>Communicating</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>隠れない通信</translation>
    </message>
    <message>
        <source>Communication by collective, group and axis</source>
        <translation>集団通信・グループ・軸別の通信</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>What each kind of collective and each process group moves, and how much of it is exposed.</source>
        <translation>各集団通信とプロセスグループが動かす量と、そのうち隠れない量。</translation>
    </message>
    <message>
        <source>Stragglers: who waits for whom</source>
        <translation>遅れ：誰が誰を待つか</translation>
    </message>
    <message>
        <source>collectives of two ranks or more</source>
        <translation>2 ランク以上の集団通信</translation>
    </message>
    <message>
        <source>Which rank comes late to collectives, and how long the others wait for it.</source>
        <translation>どのランクが集団通信に遅れ、他のランクがどれだけ待つか。</translation>
    </message>
    <message>
        <source>Critical path across ranks</source>
        <translation>ランクをまたぐクリティカルパス</translation>
    </message>
    <message>
        <source>Which rank&apos;s work, and which collectives, made the run as long as it is.</source>
        <translation>どのランクの処理と集団通信が実行時間を決めたか。</translation>
    </message>
    <message>
        <source>Pipeline bubble by rank</source>
        <translation>ランク別のパイプラインバブル</translation>
    </message>
    <message>
        <source>annotations of micro-batches</source>
        <translation>マイクロバッチの注釈</translation>
    </message>
    <message>
        <source>How long each rank of a pipeline neither runs forward nor backward.</source>
        <translation>パイプラインの各ランクが順伝播も逆伝播も実行していない時間。</translation>
    </message>
    <message>
        <source>Skew of embeddings and all-to-alls</source>
        <translation>埋め込みとオールトゥオールの偏り</translation>
    </message>
    <message>
        <source>two ranks or more</source>
        <translation>2 ランク以上</translation>
    </message>
    <message>
        <source>How unevenly embedding work and exchanged data lie on the ranks.</source>
        <translation>埋め込み処理と交換データのランク間の偏り。</translation>
    </message>
    <message>
        <source>Parameter server: stages and staleness</source>
        <translation>パラメータサーバ：ステージと古さ</translation>
    </message>
    <message>
        <source>annotations of embedding get and put</source>
        <translation>embedding get と put の注釈</translation>
    </message>
    <message>
        <source>Time of each stage of a batch, and how stale its embeddings were.</source>
        <translation>バッチの各ステージの時間と、埋め込みの古さ。</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation>係数</translation>
    </message>
    <message>
        <source>Fitted</source>
        <translation>当てはめ</translation>
    </message>
    <message>
        <source>At a bound</source>
        <translation>境界値</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>MAPE on unseen shapes</source>
        <translation>未使用の形での MAPE</translation>
    </message>
    <message>
        <source>10 %</source>
        <translation>10 %</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>区間内</translation>
    </message>
    <message>
        <source>measured values inside the 80 % interval</source>
        <translation>80 % 区間に入った実測値の割合</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>host or device</source>
        <translation>ホストまたはデバイス</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>呼び出し回数</translation>
    </message>
    <message>
        <source>Handed in by one rank, where the file tells</source>
        <translation>1 ランクが渡す量（ファイルに記録がある場合）</translation>
    </message>
    <message>
        <source>At least one such call runs</source>
        <translation>この種の呼び出しが 1 つ以上実行中</translation>
    </message>
    <message>
        <source>Of it, while no kernel computes</source>
        <translation>うち計算カーネルが動いていない時間</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>軸</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>Communication by axis of parallelism</source>
        <translation>並列軸ごとの通信</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移動量</translation>
    </message>
    <message>
        <source>While at least one of the kind runs</source>
        <translation>この種類が 1 つ以上実行中の時間</translation>
    </message>
    <message>
        <source>Mean over time</source>
        <translation>時間平均</translation>
    </message>
    <message>
        <source>All that run at once together, over the busy time</source>
        <translation>同時に動くものを合わせ、稼働時間で割った値</translation>
    </message>
    <message>
        <source>Copies and fills</source>
        <translation>コピーと初期化</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>At</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最後の値</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>制約要因</translation>
    </message>
    <message>
        <source>Of the path</source>
        <translation>パスに占める割合</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>エッジ</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>エッジ数</translation>
    </message>
    <message>
        <source>On the path</source>
        <translation>パス上</translation>
    </message>
    <message>
        <source>Time on the path</source>
        <translation>パス上の時間</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>区間</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>Nodes on the path</source>
        <translation>パス上のノード数</translation>
    </message>
    <message>
        <source>Weight of the path</source>
        <translation>パスの重み</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>ストリーム</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>トラック</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>host_wait: launched after the stream ran dry; kernel_wait: launched before, short gap; other: launched before, long gap</source>
        <translation>host_wait：ストリームが空になってから起動、kernel_wait：先に起動済みで隙間が短い、other：先に起動済みで隙間が長い</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>アイドル</translation>
    </message>
    <message>
        <source>Of the stream&apos;s idle time</source>
        <translation>ストリームのアイドル時間に占める割合</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>隙間の数</translation>
    </message>
    <message>
        <source>What runs at once: compute, communication, copy, joined by +</source>
        <translation>同時に動くもの：compute、communication、copy を + でつないだもの</translation>
    </message>
    <message>
        <source>While exactly these kinds run</source>
        <translation>ちょうどこの組み合わせが動いている時間</translation>
    </message>
    <message>
        <source>Of the busy time</source>
        <translation>稼働時間に占める割合</translation>
    </message>
    <message>
        <source>Of its kind</source>
        <translation>同種に占める割合</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>カーネル</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>呼び出し</translation>
    </message>
    <message>
        <source>Kernels and copies</source>
        <translation>カーネルとコピー</translation>
    </message>
    <message>
        <source>More than calls where a call launches a graph</source>
        <translation>1 回の呼び出しがグラフを起動する場合は呼び出し回数より多い</translation>
    </message>
    <message>
        <source>Time of the calls</source>
        <translation>呼び出しの時間</translation>
    </message>
    <message>
        <source>Each call once</source>
        <translation>各呼び出しを 1 度だけ数える</translation>
    </message>
    <message>
        <source>Time of the calls, by kernel</source>
        <translation>呼び出しの時間（カーネルごと）</translation>
    </message>
    <message>
        <source>A graph&apos;s call counts for each of its kernels</source>
        <translation>グラフの呼び出しは含まれるカーネルごとに数える</translation>
    </message>
    <message>
        <source>Call, median</source>
        <translation>呼び出し（中央値）</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>デバイス時間</translation>
    </message>
    <message>
        <source>Device time, median</source>
        <translation>デバイス時間（中央値）</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>遅延</translation>
    </message>
    <message>
        <source>Sum of the times from the call&apos;s end to the work&apos;s start</source>
        <translation>呼び出しの終わりから実行開始までの時間の合計</translation>
    </message>
    <message>
        <source>Delay, median</source>
        <translation>遅延（中央値）</translation>
    </message>
    <message>
        <source>Delay, longest</source>
        <translation>遅延（最長）</translation>
    </message>
    <message>
        <source>Shorter than their call</source>
        <translation>呼び出しより短いもの</translation>
    </message>
    <message>
        <source>Kernels that run shorter than the call that launches them</source>
        <translation>起動する呼び出しより短く終わるカーネル</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>変化の回数</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>ピーク</translation>
    </message>
    <message>
        <source>Reserved then</source>
        <translation>その時の確保量</translation>
    </message>
    <message>
        <source>Most reserved</source>
        <translation>最大確保量</translation>
    </message>
    <message>
        <source>Held since before the recording</source>
        <translation>記録開始前からの保持量</translation>
    </message>
    <message>
        <source>Reserved and not allocated then</source>
        <translation>その時確保済みで未割り当ての量</translation>
    </message>
    <message>
        <source>Asked for in</source>
        <translation>要求された段階</translation>
    </message>
    <message>
        <source>forward, backward, optimizer, elsewhere, or before the recording</source>
        <translation>順伝播、逆伝播、最適化、その他、または記録開始前</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>バイト数</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>ブロック数</translation>
    </message>
    <message>
        <source>Peak of memory</source>
        <translation>メモリのピーク</translation>
    </message>
    <message>
        <source>Held at the peak, by phase</source>
        <translation>ピーク時の保持量（フェーズごと）</translation>
    </message>
    <message>
        <source>Held at the peak, by operation</source>
        <translation>ピーク時の保持量（演算ごと）</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>セグメント数</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>確保量</translation>
    </message>
    <message>
        <source>Waiting to be free</source>
        <translation>解放待ち</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>Largest free block</source>
        <translation>最大の空きブロック</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>断片化率</translation>
    </message>
    <message>
        <source>1 - largest free block / all that is free</source>
        <translation>1 − 最大の空きブロック ÷ 空きの合計</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>切り上げ分</translation>
    </message>
    <message>
        <source>Blocks are larger than what was asked for</source>
        <translation>ブロックは要求より大きい</translation>
    </message>
    <message>
        <source>Peak of the history</source>
        <translation>履歴中のピーク</translation>
    </message>
    <message>
        <source>Since the history&apos;s begin</source>
        <translation>履歴の開始から</translation>
    </message>
    <message>
        <source>Reserved memory</source>
        <translation>確保済みメモリ</translation>
    </message>
    <message>
        <source>Held now, by where it was asked for</source>
        <translation>現在の保持量（要求元ごと）</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>親</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深さ</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>ホスト時間</translation>
    </message>
    <message>
        <source>Host time of its own</source>
        <translation>ホスト時間（自身のみ）</translation>
    </message>
    <message>
        <source>At least one collective or transfer runs</source>
        <translation>集団通信か転送が 1 つ以上実行中</translation>
    </message>
    <message>
        <source>Communication while a kernel computes</source>
        <translation>計算カーネルと重なる通信</translation>
    </message>
    <message>
        <source>Communication while no kernel computes</source>
        <translation>計算カーネルと重ならない通信</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>バッチ数</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Read at</source>
        <translation>読み出し時刻</translation>
    </message>
    <message>
        <source>Since the run&apos;s begin</source>
        <translation>実行の開始から</translation>
    </message>
    <message>
        <source>Earlier batches not put back when they were read</source>
        <translation>読み出し時にまだ書き戻されていない先行バッチの数</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>遡る範囲</translation>
    </message>
    <message>
        <source>How far back the oldest of these lies</source>
        <translation>そのうち最も古いバッチまでの隔たり</translation>
    </message>
    <message>
        <source>Staleness by batch</source>
        <translation>バッチごとの古さ</translation>
    </message>
    <message>
        <source>Stages of a batch</source>
        <translation>バッチの各ステージ</translation>
    </message>
    <message>
        <source>Staleness of each batch&apos;s embeddings</source>
        <translation>各バッチの埋め込みの古さ</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>マイクロバッチ数</translation>
    </message>
    <message>
        <source>Waiting inside</source>
        <translation>内部の待ち</translation>
    </message>
    <message>
        <source>For the neighbour&apos;s data, within forward and backward</source>
        <translation>順伝播と逆伝播のなかで隣のデータを待つ時間</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>バブル</translation>
    </message>
    <message>
        <source>Neither forward nor backward, from the first to the last anywhere</source>
        <translation>全体の最初から最後までのうち、順伝播も逆伝播もしていない時間</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>理想値</translation>
    </message>
    <message>
        <source>(p − 1) / (v·m + p − 1): equal stages, no transfers (arXiv:2104.04473, section 2.2)</source>
        <translation>(p − 1) / (v·m + p − 1)：ステージが均等で転送なしの場合（arXiv:2104.04473、2.2 節）</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>満杯</translation>
    </message>
    <message>
        <source>Time with as many launches waiting as fit the queue</source>
        <translation>キューに入るだけの起動が待っている時間</translation>
    </message>
    <message>
        <source>Mean of the changes</source>
        <translation>変化ごとの平均</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>First quartile</source>
        <translation>第 1 四分位</translation>
    </message>
    <message>
        <source>Third quartile</source>
        <translation>第 3 四分位</translation>
    </message>
    <message>
        <source>A kernel of this rank runs</source>
        <translation>このランクのカーネルが実行中</translation>
    </message>
    <message>
        <source>Other work</source>
        <translation>その他の処理</translation>
    </message>
    <message>
        <source>Host, copies, idle device</source>
        <translation>ホスト処理、コピー、デバイスのアイドル</translation>
    </message>
    <message>
        <source>In collectives</source>
        <translation>集団通信中</translation>
    </message>
    <message>
        <source>That began when this rank came</source>
        <translation>このランクの到着で始まったもの</translation>
    </message>
    <message>
        <source>Stretches of the path</source>
        <translation>パスの区間数</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>Kernels that look up or update embeddings</source>
        <translation>埋め込みを参照・更新するカーネル</translation>
    </message>
    <message>
        <source>All-to-alls</source>
        <translation>オールトゥオール</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>送信量</translation>
    </message>
    <message>
        <source>Input of this rank&apos;s all-to-alls</source>
        <translation>このランクのオールトゥオールへの入力</translation>
    </message>
    <message>
        <source>In all-to-alls</source>
        <translation>オールトゥオールの時間</translation>
    </message>
    <message>
        <source>Of it waiting</source>
        <translation>うち待ち時間</translation>
    </message>
    <message>
        <source>Until the last rank came</source>
        <translation>最後のランクが到着するまで</translation>
    </message>
    <message>
        <source>Device time within the step&apos;s span</source>
        <translation>ステップ区間内のデバイス時間</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>隠れないコピー</translation>
    </message>
    <message>
        <source>Copies and fills while nothing else runs</source>
        <translation>ほかに何も動いていない間のコピーと初期化</translation>
    </message>
    <message>
        <source>Within the step&apos;s span, no device row runs</source>
        <translation>ステップ区間内でデバイスが何も実行していない時間</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>見つけ方</translation>
    </message>
    <message>
        <source>marks of the file, annotations that repeat, or the period of the kernels</source>
        <translation>ファイルの印、繰り返す注釈、またはカーネルの周期</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>ステップ時間</translation>
    </message>
    <message>
        <source>Came last</source>
        <translation>最後に到着</translation>
    </message>
    <message>
        <source>Collectives that could begin only when this rank came</source>
        <translation>このランクの到着まで始められなかった集団通信</translation>
    </message>
    <message>
        <source>Mean lateness</source>
        <translation>平均の遅れ</translation>
    </message>
    <message>
        <source>After the first rank, on average</source>
        <translation>最初のランクからの平均の遅れ</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>待ち時間</translation>
    </message>
    <message>
        <source>In all its collectives, for the last rank</source>
        <translation>すべての集団通信で最後のランクを待った時間</translation>
    </message>
    <message>
        <source>Others waited for it</source>
        <translation>待たせた時間</translation>
    </message>
    <message>
        <source>Sum over the ranks that waited</source>
        <translation>待ったランクについての合計</translation>
    </message>
    <message>
        <source>Waiting rank</source>
        <translation>待ったランク</translation>
    </message>
    <message>
        <source>Late rank</source>
        <translation>遅れたランク</translation>
    </message>
    <message>
        <source>First came</source>
        <translation>最初の到着</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最後のランク</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>遅れ</translation>
    </message>
    <message>
        <source>From the first rank to the last</source>
        <translation>最初のランクから最後のランクまで</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>同時実行</translation>
    </message>
    <message>
        <source>From the last rank&apos;s coming to the first&apos;s leaving</source>
        <translation>最後のランクの到着から最初のランクの離脱まで</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>どのランクがどのランクを待つか</translation>
    </message>
    <message>
        <source>Collectives that cost most waiting</source>
        <translation>待ちが最も大きい集団通信</translation>
    </message>
    <message>
        <source>Lateness over time</source>
        <translation>遅れの推移</translation>
    </message>
    <message>
        <source>No device row runs</source>
        <translation>デバイスが何も実行していない</translation>
    </message>
    <message>
        <source>At least one kernel computes</source>
        <translation>計算カーネルが 1 つ以上実行中</translation>
    </message>
    <message>
        <source>Not computing</source>
        <translation>非計算</translation>
    </message>
    <message>
        <source>Communication or copies run, and no kernel computes</source>
        <translation>通信かコピーが動き、計算カーネルは動いていない</translation>
    </message>
    <message>
        <source>From the first start to the last end of device rows</source>
        <translation>デバイスの行の最初の開始から最後の終了まで</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>演算量</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>達成値</translation>
    </message>
    <message>
        <source>Of the peak</source>
        <translation>ピークに対する割合</translation>
    </message>
    <message>
        <source>FLOP a byte</source>
        <translation>1 バイト当たり FLOP</translation>
    </message>
    <message>
        <source>Operands read and the result written once</source>
        <translation>オペランドを 1 度読み結果を 1 度書く場合</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>ルーフライン</translation>
    </message>
    <message>
        <source>compute or memory: which of the device&apos;s peaks limits this shape</source>
        <translation>compute または memory：この形状を制限するデバイスのピーク</translation>
    </message>
    <message>
        <source>Of the roofline</source>
        <translation>ルーフラインに対する割合</translation>
    </message>
    <message>
        <source>Utilisation (MFU)</source>
        <translation>利用率（MFU）</translation>
    </message>
    <message>
        <source>Work of the counted products over the step&apos;s time, of the peak</source>
        <translation>数えた行列積の演算量 ÷ ステップ時間の、ピークに対する割合</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>Utilisation of steps</source>
        <translation>ステップの利用率</translation>
    </message>
    <message>
        <source>Device time by kind</source>
        <translation>種類ごとのデバイス時間</translation>
    </message>
    <message>
        <source>Launches by call</source>
        <translation>呼び出しごとの起動</translation>
    </message>
    <message>
        <source>Lateness by rank</source>
        <translation>ランクごとの遅れ</translation>
    </message>
    <message>
        <source>The events have an order but no times; unless they were linked to a recording they are shown one microsecond apart.</source>
        <translation>イベントに順序はありますが時刻がありません。記録と結び付けられない場合は 1 マイクロ秒間隔で表示します。</translation>
    </message>
    <message>
        <source>Nodes of an execution trace that were found in the recording of the same process, by their id or their sequence numbers; the recorded operations have their arguments and dependencies.</source>
        <translation>実行トレースのノードのうち、同じプロセスの記録に ID またはシーケンス番号で見つかったもの。記録された操作に引数と依存関係が付きます。</translation>
    </message>
    <message>
        <source>Nodes of an execution trace that were found in the recording by the order of their names alone; they may be of another step of the same program.</source>
        <translation>実行トレースのノードのうち、名前の順序だけで記録に見つかったもの。同じプログラムの別のステップのものかもしれません。</translation>
    </message>
    <message>
        <source>Nodes of an execution trace that the recording of the same process does not have; they are not shown.</source>
        <translation>実行トレースのノードのうち、同じプロセスの記録にないもの。表示されません。</translation>
    </message>
    <message>
        <source>&apos;args.&apos; and the key, as Perfetto names it</source>
        <translation>Perfetto と同じ、&apos;args.&apos; とキー</translation>
    </message>
    <message>
        <source>a number, a text, or the JSON text of an array or object</source>
        <translation>数値、文字列、または配列やオブジェクトの JSON</translation>
    </message>
    <message>
        <source>as the file has it; key = &apos;args.stream&apos; finds &apos;stream&apos; too</source>
        <translation>ファイルのとおり。key = &apos;args.stream&apos; は &apos;stream&apos; にも一致します</translation>
    </message>
    <message>
        <source>int, real, string, bool, json, null</source>
        <translation>int、real、string、bool、json、null</translation>
    </message>
    <message>
        <source>the value where it is a real</source>
        <translation>実数のときの値</translation>
    </message>
    <message>
        <source>the value where it is a string or json</source>
        <translation>文字列か JSON のときの値</translation>
    </message>
    <message>
        <source>the value where it is an int or a bool</source>
        <translation>整数か真偽値のときの値</translation>
    </message>
    <message>
        <source>&apos;compute&apos;, &apos;communication&apos;, &apos;copy&apos; or a class of operation (rows of accelerators); else a name, a GLOB pattern of names or a category</source>
        <translation>&apos;compute&apos;、&apos;communication&apos;、&apos;copy&apos; か演算の種類（アクセラレータの行）。ほかは名前、名前の GLOB パターン、カテゴリ</translation>
    </message>
    <message>
        <source>&apos;name&apos; (also where not given), &apos;category&apos;, &apos;op&apos; or &apos;track&apos;</source>
        <translation>&apos;name&apos;（省略時も）、&apos;category&apos;、&apos;op&apos;、&apos;track&apos;</translation>
    </message>
    <message>
        <source>NULL: unknown</source>
        <translation>NULL：不明</translation>
    </message>
    <message>
        <source>name, category, class or track_id</source>
        <translation>名前、カテゴリ、種類、または track_id</translation>
    </message>
    <message>
        <source>ns, not in the window; NULL: to the end</source>
        <translation>ns、この時刻は範囲に含みません。NULL：最後まで</translation>
    </message>
    <message>
        <source>ns; NULL: from the start</source>
        <translation>ns。NULL：最初から</translation>
    </message>
    <message>
        <source>of the window</source>
        <translation>範囲の</translation>
    </message>
    <message>
        <source>slice.id of the longest</source>
        <translation>最も長いものの slice.id</translation>
    </message>
    <message>
        <source>slices that touch the window</source>
        <translation>範囲にかかるスライス</translation>
    </message>
    <message>
        <source>the longest whole duration</source>
        <translation>最も長い全体の時間</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>同上</translation>
    </message>
    <message>
        <source>the same without what slices directly inside them take</source>
        <translation>直接内側にあるスライスの時間を除いたもの</translation>
    </message>
    <message>
        <source>the shortest whole duration</source>
        <translation>最も短い全体の時間</translation>
    </message>
    <message>
        <source>their time within the window, in ns</source>
        <translation>範囲内の時間（ns）</translation>
    </message>
    <message>
        <source>thread_track.id; NULL: all</source>
        <translation>thread_track.id。NULL：すべて</translation>
    </message>
    <message>
        <source>time covered by slices, in ns</source>
        <translation>スライスが覆う時間（ns）</translation>
    </message>
    <message>
        <source>time that at least one runs</source>
        <translation>少なくとも一方が動く時間</translation>
    </message>
    <message>
        <source>time that both run</source>
        <translation>両方が動く時間</translation>
    </message>
    <message>
        <source>time that slices of a run</source>
        <translation>a のスライスが動く時間</translation>
    </message>
    <message>
        <source>time that slices of b run</source>
        <translation>b のスライスが動く時間</translation>
    </message>
    <message>
        <source>1 for rows of an accelerator</source>
        <translation>アクセラレータの行は 1</translation>
    </message>
    <message>
        <source>1 for rows of an accelerator, 0 for a host thread</source>
        <translation>アクセラレータの行は 1、ホストのスレッドは 0</translation>
    </message>
    <message>
        <source>1 where its tid is its pid</source>
        <translation>tid が pid と同じなら 1</translation>
    </message>
    <message>
        <source>1 where operations overlap by nature</source>
        <translation>操作がもともと重なるものは 1</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>a stable key</source>
        <translation>変わらないキー</translation>
    </message>
    <message>
        <source>added to ts gives ns since 1970; 0: ts are as written</source>
        <translation>ts に足すと 1970 年からの ns。0：ts は書かれたとおり</translation>
    </message>
    <message>
        <source>all tracks</source>
        <translation>すべてのトラック</translation>
    </message>
    <message>
        <source>along the context axis</source>
        <translation>コンテキスト軸上の座標</translation>
    </message>
    <message>
        <source>along the data axis</source>
        <translation>データ軸上の座標</translation>
    </message>
    <message>
        <source>along the pipeline axis</source>
        <translation>パイプライン軸上の座標</translation>
    </message>
    <message>
        <source>as the file has it</source>
        <translation>ファイルのとおり</translation>
    </message>
    <message>
        <source>as the file has it; not always a number</source>
        <translation>ファイルのとおり。数値とは限りません</translation>
    </message>
    <message>
        <source>begin, in ns</source>
        <translation>開始（ns）</translation>
    </message>
    <message>
        <source>byte of the first, in the uncompressed text</source>
        <translation>最初のものの位置（展開後のバイト）</translation>
    </message>
    <message>
        <source>class of operation</source>
        <translation>演算の種類</translation>
    </message>
    <message>
        <source>complete slices, however written</source>
        <translation>完全なスライス（書き方によらず）</translation>
    </message>
    <message>
        <source>coordinate along the tensor axis; NULL: unknown</source>
        <translation>テンソル軸上の座標。NULL：不明</translation>
    </message>
    <message>
        <source>counter samples</source>
        <translation>カウンタの値</translation>
    </message>
    <message>
        <source>counter samples with their counter&apos;s name</source>
        <translation>カウンタ名を付けたカウンタの値</translation>
    </message>
    <message>
        <source>duration, in ns</source>
        <translation>長さ（ns）</translation>
    </message>
    <message>
        <source>how many identical ranks it stands for</source>
        <translation>同じランクをいくつ代表するか</translation>
    </message>
    <message>
        <source>how many it has</source>
        <translation>その数</translation>
    </message>
    <message>
        <source>how many of them overlap others and lie in overflow lanes</source>
        <translation>重なるためにあふれレーンにある数</translation>
    </message>
    <message>
        <source>how often</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>in ns</source>
        <translation>ns</translation>
    </message>
    <message>
        <source>in the counter&apos;s own unit</source>
        <translation>カウンタ自身の単位</translation>
    </message>
    <message>
        <source>info, notice, data_loss, error</source>
        <translation>info、notice、data_loss、error</translation>
    </message>
    <message>
        <source>its class of operation</source>
        <translation>その演算の種類</translation>
    </message>
    <message>
        <source>its first time</source>
        <translation>最初の時刻</translation>
    </message>
    <message>
        <source>its last time</source>
        <translation>最後の時刻</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>its path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>its size</source>
        <translation>大きさ</translation>
    </message>
    <message>
        <source>of a thread_track or counter_track</source>
        <translation>thread_track または counter_track の</translation>
    </message>
    <message>
        <source>of the counter</source>
        <translation>カウンタの</translation>
    </message>
    <message>
        <source>of the process</source>
        <translation>プロセスの</translation>
    </message>
    <message>
        <source>of the process or device</source>
        <translation>プロセスまたはデバイスの</translation>
    </message>
    <message>
        <source>of the process, as the file has it</source>
        <translation>プロセスの（ファイルのとおり）</translation>
    </message>
    <message>
        <source>of the slice</source>
        <translation>スライスの</translation>
    </message>
    <message>
        <source>of the thread</source>
        <translation>スレッドの</translation>
    </message>
    <message>
        <source>of the thread or stream</source>
        <translation>スレッドまたはストリームの</translation>
    </message>
    <message>
        <source>processes and devices</source>
        <translation>プロセスとデバイス</translation>
    </message>
    <message>
        <source>records in the file</source>
        <translation>ファイル内の記録</translation>
    </message>
    <message>
        <source>slices with their thread and process</source>
        <translation>スレッドとプロセスを付けたスライス</translation>
    </message>
    <message>
        <source>steps of training</source>
        <translation>学習のステップ</translation>
    </message>
    <message>
        <source>the class of operation of each slice</source>
        <translation>各スライスの演算の種類</translation>
    </message>
    <message>
        <source>the counter&apos;s series</source>
        <translation>カウンタの系列</translation>
    </message>
    <message>
        <source>the file&apos;s number, from 0</source>
        <translation>ファイルの番号（0 から）</translation>
    </message>
    <message>
        <source>the files of the run, one a rank</source>
        <translation>実行のファイル（ランクごとに 1 つ）</translation>
    </message>
    <message>
        <source>the process&apos; number in this run</source>
        <translation>この実行でのプロセス番号</translation>
    </message>
    <message>
        <source>the slice&apos;s category</source>
        <translation>スライスのカテゴリ</translation>
    </message>
    <message>
        <source>the slice&apos;s name</source>
        <translation>スライスの名前</translation>
    </message>
    <message>
        <source>the step&apos;s number</source>
        <translation>ステップ番号</translation>
    </message>
    <message>
        <source>the thread&apos;s number in this run</source>
        <translation>この実行でのスレッド番号</translation>
    </message>
    <message>
        <source>thread_track or counter_track</source>
        <translation>thread_track または counter_track</translation>
    </message>
    <message>
        <source>threads and streams</source>
        <translation>スレッドとストリーム</translation>
    </message>
    <message>
        <source>what counter samples lie on</source>
        <translation>カウンタの値が載るもの</translation>
    </message>
    <message>
        <source>what it means</source>
        <translation>意味</translation>
    </message>
    <message>
        <source>what slices lie on: one track a thread or stream</source>
        <translation>スライスが載るもの：スレッドかストリームごとに 1 トラック</translation>
    </message>
    <message>
        <source>what the file says</source>
        <translation>ファイルの記述</translation>
    </message>
    <message>
        <source>what the first file says of itself</source>
        <translation>最初のファイルが自身について述べること</translation>
    </message>
    <message>
        <source>what the import met</source>
        <translation>取り込みで見つかったこと</translation>
    </message>
    <message>
        <source>what told the rank</source>
        <translation>ランクを示したもの</translation>
    </message>
    <message>
        <source>which has the first</source>
        <translation>最初のものがあるファイル</translation>
    </message>
    <message>
        <source>every name, category and label of the run; ids are in its order</source>
        <translation>実行の名前、カテゴリ、ラベルのすべて。id はその順序です</translation>
    </message>
    <message>
        <source>slice.id it enters; NULL: none there</source>
        <translation>入る先の slice.id。NULL：そこにはなし</translation>
    </message>
    <message>
        <source>slice.id it leaves; NULL: none there</source>
        <translation>出る元の slice.id。NULL：そこにはなし</translation>
    </message>
    <message>
        <source>the arrow&apos;s id in the file</source>
        <translation>ファイルでの矢印の id</translation>
    </message>
    <message>
        <source>the arrow&apos;s number</source>
        <translation>矢印の番号</translation>
    </message>
    <message>
        <source>the sample&apos;s number</source>
        <translation>値の番号</translation>
    </message>
    <message>
        <source>when it enters, in ns</source>
        <translation>入る時刻（ns）</translation>
    </message>
    <message>
        <source>when it leaves, in ns</source>
        <translation>出る時刻（ns）</translation>
    </message>
    <message>
        <source>0: outermost; overflow lanes follow the deepest regular one</source>
        <translation>0：最も外側。あふれレーンは通常の最も深いものの後</translation>
    </message>
    <message>
        <source>1 for an instant, else 0</source>
        <translation>瞬間は 1、ほかは 0</translation>
    </message>
    <message>
        <source>args.arg_set_id; NULL where it has none</source>
        <translation>args.arg_set_id。引数がなければ NULL</translation>
    </message>
    <message>
        <source>class of operation; NULL for an instant</source>
        <translation>演算の種類。瞬間は NULL</translation>
    </message>
    <message>
        <source>duration, in ns; 0 for an instant</source>
        <translation>長さ（ns）。瞬間は 0</translation>
    </message>
    <message>
        <source>of the track; NULL: unknown</source>
        <translation>トラックの。NULL：不明</translation>
    </message>
    <message>
        <source>the innermost slice around it</source>
        <translation>それを囲む最も内側のスライス</translation>
    </message>
    <message>
        <source>the row&apos;s number; the same for the same files</source>
        <translation>行番号。同じファイルなら同じ</translation>
    </message>
    <message>
        <source>arguments of slices, read from the file when asked for</source>
        <translation>スライスの引数（必要なときにファイルから読みます）</translation>
    </message>
    <message>
        <source>arrows between slices</source>
        <translation>スライスの間の矢印</translation>
    </message>
    <message>
        <source>slices of a window summed by name, category, class or track</source>
        <translation>範囲のスライスを名前、カテゴリ、種類、トラックごとに合計</translation>
    </message>
    <message>
        <source>slices, and instants as slices of no duration</source>
        <translation>スライス（瞬間は長さ 0 のスライス）</translation>
    </message>
    <message>
        <source>the dictionary of texts</source>
        <translation>文字列の辞書</translation>
    </message>
    <message>
        <source>time that tracks are covered by slices</source>
        <translation>トラックがスライスで覆われる時間</translation>
    </message>
    <message>
        <source>time that two kinds of slices run, and run together</source>
        <translation>2 種類のスライスがそれぞれ動く時間と、ともに動く時間</translation>
    </message>
    <message>
        <source>rank.source</source>
        <translation>rank.source</translation>
    </message>
    <message>
        <source>process.upid</source>
        <translation>process.upid</translation>
    </message>
    <message>
        <source>thread.utid</source>
        <translation>thread.utid</translation>
    </message>
    <message>
        <source>thread_track.id</source>
        <translation>thread_track.id</translation>
    </message>
    <message>
        <source>slice.id</source>
        <translation>slice.id</translation>
    </message>
    <message>
        <source>slice.arg_set_id</source>
        <translation>slice.arg_set_id</translation>
    </message>
    <message>
        <source>counter_track.id</source>
        <translation>counter_track.id</translation>
    </message>
    <message>
        <source>slice.track_id</source>
        <translation>slice.track_id</translation>
    </message>
    <message>
        <source>args.arg_set_id</source>
        <translation>args.arg_set_id</translation>
    </message>
    <message>
        <source>counter.track_id</source>
        <translation>counter.track_id</translation>
    </message>
    <message>
        <source>instants</source>
        <translation>瞬間</translation>
    </message>
    <message>
        <source>name.id</source>
        <translation>name.id</translation>
    </message>
    <message>
        <source>slice.name_id</source>
        <translation>slice.name_id</translation>
    </message>
    <message>
        <source>Plans side by side</source>
        <translation>計画の比較</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>毎秒サンプル数</translation>
    </message>
    <message>
        <source>of the group</source>
        <translation>グループの</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>アルゴリズム</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>the outermost that the group crosses</source>
        <translation>グループがまたぐ最も外側のもの</translation>
    </message>
    <message>
        <source>What the plans differ in</source>
        <translation>計画の違い</translation>
    </message>
    <message>
        <source>Samples of a thread&apos;s stack; a frame is shown from the first sample that has it to the next one that has not.</source>
        <translation>スレッドのスタックのサンプル。フレームは、それを含む最初のサンプルから、含まない次のサンプルまで表示します。</translation>
    </message>
    <message>
        <source>Of the tensor group, devices that cut the hidden width too (2D); divides tensor</source>
        <translation>テンソル群のうち隠れ幅も分割するデバイス数（2D）。tensor を割り切ること</translation>
    </message>
    <message>
        <source>Cut the checkpoints of a full recompute over the tensor group</source>
        <translation>全再計算のチェックポイントをテンソル群で分割する</translation>
    </message>
    <message>
        <source>DeepSpeed: elements of gradients reduced at a time</source>
        <translation>DeepSpeed：一度に集約する勾配の要素数</translation>
    </message>
    <message>
        <source>DeepSpeed: elements of weights gathered ahead</source>
        <translation>DeepSpeed：先に集める重みの要素数</translation>
    </message>
    <message>
        <source>DeepSpeed: elements of weights that stay gathered at most</source>
        <translation>DeepSpeed：集めたまま置く重みの最大要素数</translation>
    </message>
    <message>
        <source>DeepSpeed: tensors of fewer elements always stay gathered</source>
        <translation>DeepSpeed：これより要素の少ないテンソルは常に集めたままにする</translation>
    </message>
    <message>
        <source>DeepSpeed: gradients are reduced out of a buffer made beforehand</source>
        <translation>DeepSpeed：勾配をあらかじめ用意したバッファから集約する</translation>
    </message>
    <message>
        <source>IPU: tiles that only stream, beside those that compute</source>
        <translation>IPU：計算するタイルのほかに転送だけを行うタイル数</translation>
    </message>
    <message>
        <source>IPU: share of the memory set aside for an operation&apos;s temporaries</source>
        <translation>IPU：演算の一時領域に確保するメモリの割合</translation>
    </message>
    <message>
        <source>Memory by phase and layer</source>
        <translation>フェーズと層ごとのメモリ</translation>
    </message>
    <message>
        <source>in the order of forward</source>
        <translation>順伝播の順</translation>
    </message>
    <message>
        <source>of the layer or end in the stage, from 0</source>
        <translation>ステージ内の層または端の番号（0 から）</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>読み込み中</translation>
    </message>
    <message>
        <source>only loaded, for the phase that runs next</source>
        <translation>次に実行するフェーズのために読み込むだけ</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>of one micro-batch</source>
        <translation>マイクロバッチ 1 つ分</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>Last layer</source>
        <translation>最後の層</translation>
    </message>
    <message>
        <source>Loaded beside</source>
        <translation>並行して読み込み</translation>
    </message>
    <message>
        <source>weights of the larger neighbour</source>
        <translation>大きい方の隣の重み</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>作業領域</translation>
    </message>
    <message>
        <source>Streamed in</source>
        <translation>読み込み量</translation>
    </message>
    <message>
        <source>Streamed out</source>
        <translation>書き出し量</translation>
    </message>
    <message>
        <source>in one step</source>
        <translation>1 ステップで</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>in one step, without the update&apos;s</source>
        <translation>1 ステップで（更新を除く）</translation>
    </message>
    <message>
        <source>the stage&apos;s, divided as the layers&apos; operations</source>
        <translation>ステージの計算を層の演算量で分けたもの</translation>
    </message>
    <message>
        <source>streaming that computing does not hide</source>
        <translation>計算に隠れないストリーミング</translation>
    </message>
    <message>
        <source>computing takes longer than streaming</source>
        <translation>計算がストリーミングより長い</translation>
    </message>
    <message>
        <source>Phased execution</source>
        <translation>段階的実行</translation>
    </message>
    <message>
        <source>At the beginning</source>
        <translation>開始時</translation>
    </message>
    <message>
        <source>between two steps</source>
        <translation>ステップ間</translation>
    </message>
    <message>
        <source>taken from the driver at most</source>
        <translation>ドライバから得た最大量</translation>
    </message>
    <message>
        <source>Fragmented</source>
        <translation>断片化</translation>
    </message>
    <message>
        <source>reserved beyond what was allocated at most</source>
        <translation>最大割り当てを超える確保量</translation>
    </message>
    <message>
        <source>Peaks by stage</source>
        <translation>ステージごとのピーク</translation>
    </message>
    <message>
        <source>What the peaks are made of</source>
        <translation>ピークの内訳</translation>
    </message>
    <message>
        <source>In other memories</source>
        <translation>ほかのメモリ</translation>
    </message>
    <message>
        <source>at most, over the step</source>
        <translation>ステップ中の最大</translation>
    </message>
    <message>
        <source>A gradient buffer made beforehand</source>
        <translation>あらかじめ用意した勾配バッファ</translation>
    </message>
    <message>
        <source>Contiguous</source>
        <translation>連続</translation>
    </message>
    <message>
        <source>Keep, recompute or move</source>
        <translation>保持・再計算・移動</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>再計算</translation>
    </message>
    <message>
        <source>Activations in</source>
        <translation>活性値の置き場所</translation>
    </message>
    <message>
        <source>Gathered inputs</source>
        <translation>集めた入力</translation>
    </message>
    <message>
        <source>Weights after forward</source>
        <translation>順伝播後の重み</translation>
    </message>
    <message>
        <source>Recompute time</source>
        <translation>再計算時間</translation>
    </message>
    <message>
        <source>Device peak</source>
        <translation>デバイスのピーク</translation>
    </message>
    <message>
        <source>Activations elsewhere</source>
        <translation>別メモリの活性値</translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation>最安</translation>
    </message>
    <message>
        <source>the shortest step that fits</source>
        <translation>収まる中で最短のステップ</translation>
    </message>
    <message>
        <source>Recompute or move, by layer and kind</source>
        <translation>層と種類ごとの再計算か移動か</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保持量</translation>
    </message>
    <message>
        <source>of a layer and micro-batch</source>
        <translation>層・マイクロバッチあたり</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>演算量</translation>
    </message>
    <message>
        <source>to compute it again</source>
        <translation>再計算に要する</translation>
    </message>
    <message>
        <source>Moving</source>
        <translation>移動</translation>
    </message>
    <message>
        <source>there and back at the link&apos;s rate</source>
        <translation>リンク速度での往復</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>損益分岐</translation>
    </message>
    <message>
        <source>the rate of the link at which both take as long</source>
        <translation>両者が同じ時間になるリンク速度</translation>
    </message>
    <message>
        <source>Cheaper</source>
        <translation>安い方</translation>
    </message>
    <message>
        <source>Activations: keep, recompute or move</source>
        <translation>活性値：保持・再計算・移動</translation>
    </message>
    <message>
        <source>Inside on unseen shapes</source>
        <translation>未知の形状での区間内の割合</translation>
    </message>
    <message>
        <source>share of left-out cases between the percentiles of the others</source>
        <translation>除外した事例のうち、残りの事例の百分位の間にある割合</translation>
    </message>
    <message>
        <source>Why this one</source>
        <translation>選んだ理由</translation>
    </message>
    <message>
        <source>what made the algorithm the fastest of those modelled</source>
        <translation>モデル化した中で最速となる理由</translation>
    </message>
    <message>
        <source>Tokens the whole training sees</source>
        <translation>学習全体で読むトークン数</translation>
    </message>
    <message>
        <source>Samples the whole training sees</source>
        <translation>学習全体で読むサンプル数</translation>
    </message>
    <message>
        <source>Times the whole training sees its data set</source>
        <translation>学習全体でデータセットを読む回数</translation>
    </message>
    <message>
        <source>Samples of one epoch</source>
        <translation>1 エポックのサンプル数</translation>
    </message>
    <message>
        <source>Roles in the chosen mode</source>
        <translation>選んだ方式での役割</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>assumed: the file does not say</source>
        <translation>仮定（ファイルに記載なし）</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不要</translation>
    </message>
    <message>
        <source>What became of the file</source>
        <translation>ファイルの取り込み結果</translation>
    </message>
    <message>
        <source>Became</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Reader cores a device</source>
        <translation>デバイスあたり読込コア</translation>
    </message>
    <message>
        <source>Host cores that prepare the batches of a device; 0: as many as never keep it waiting</source>
        <translation>1 デバイスのバッチを用意するホストのコア数。0：デバイスを待たせない最小数</translation>
    </message>
    <message>
        <source>Place by TorchRec&apos;s costs</source>
        <translation>TorchRec の見積りで配置</translation>
    </message>
    <message>
        <source>The placement follows TorchRec&apos;s cost model, the times ours</source>
        <translation>配置は TorchRec のコストモデル、時間は本プログラムのモデルによる</translation>
    </message>
    <message>
        <source>Scale at the same global batch</source>
        <translation>全体バッチを固定して拡大</translation>
    </message>
    <message>
        <source>The scaling curve keeps the global batch, not a device&apos;s</source>
        <translation>スケーリング曲線でデバイスあたりではなく全体のバッチを保つ</translation>
    </message>
    <message>
        <source>Ids travel ahead</source>
        <translation>ID を先に送る</translation>
    </message>
    <message>
        <source>The next batch&apos;s ids are sent while this one computes</source>
        <translation>計算中に次のバッチの ID を送る</translation>
    </message>
    <message>
        <source>Hot rows everywhere</source>
        <translation>全デバイスに置く行数</translation>
    </message>
    <message>
        <source>Hottest rows of each table that every device keeps</source>
        <translation>各表で最もよく使われ、全デバイスが持つ行の数</translation>
    </message>
    <message>
        <source>Device memory kept free</source>
        <translation>空けておくメモリの割合</translation>
    </message>
    <message>
        <source>Share of device memory that no table may take</source>
        <translation>表に割り当てないデバイスメモリの割合</translation>
    </message>
    <message>
        <source>Device, an hour</source>
        <translation>デバイス毎時</translation>
    </message>
    <message>
        <source>Price of an accelerator an hour; 0: the hardware&apos;s own</source>
        <translation>アクセラレータ 1 台の毎時価格。0：ハードウェア定義の値</translation>
    </message>
    <message>
        <source>Reader core, an hour</source>
        <translation>読込コア毎時</translation>
    </message>
    <message>
        <source>Price of a host core that prepares batches, an hour; 0: not known</source>
        <translation>バッチを用意するホストコア 1 個の毎時価格。0：不明</translation>
    </message>
    <message>
        <source>Sum embeddings first</source>
        <translation>埋め込みを先に合計</translation>
    </message>
    <message>
        <source>Embedding workers sum a feature&apos;s vectors before they send them</source>
        <translation>Embedding Worker が特徴ごとにベクトルを合計してから送る（embedding_summation）</translation>
    </message>
    <message>
        <source>What limits Zion</source>
        <translation>Zion を制限するもの</translation>
    </message>
    <message>
        <source>at the rate that the tightest one leaves</source>
        <translation>最も厳しいものが許すレートでの使用率</translation>
    </message>
    <message>
        <source>Who waits for whom: of topology, explorer and sizing</source>
        <translation>誰が誰を待つか（役割の図、比率の探索、台数の決定に適用）</translation>
    </message>
    <message>
        <source>Batch of a worker</source>
        <translation>ワーカーのバッチ</translation>
    </message>
    <message>
        <source>Staleness cap τ</source>
        <translation>古さの上限 τ</translation>
    </message>
    <message>
        <source>Batches looked up whose gradients are not applied yet</source>
        <translation>参照済みで勾配がまだ反映されていないバッチの数</translation>
    </message>
    <message>
        <source>Lookups at once</source>
        <translation>同時参照数</translation>
    </message>
    <message>
        <source>Batches of an NN worker that are looked up at once</source>
        <translation>NN ワーカー 1 つが同時に参照するバッチの数</translation>
    </message>
    <message>
        <source>Updates at once</source>
        <translation>同時更新数</translation>
    </message>
    <message>
        <source>Batches of an NN worker whose gradients are put at once</source>
        <translation>NN ワーカー 1 つが同時に勾配を書き戻すバッチの数</translation>
    </message>
    <message>
        <source>Dense gradients by</source>
        <translation>密部分の勾配</translation>
    </message>
    <message>
        <source>PyTorch&apos;s all-reduce or one of Bagua&apos;s algorithms</source>
        <translation>PyTorch の オールリデュースまたは Bagua のアルゴリズム</translation>
    </message>
    <message>
        <source>RPC without copies</source>
        <translation>複製なしの RPC</translation>
    </message>
    <message>
        <source>Embeddings and gradients are sent from where they lie</source>
        <translation>埋め込みと勾配を複製せず、置かれた場所から送る</translation>
    </message>
    <message>
        <source>Compress vectors (lz4)</source>
        <translation>ベクトルを圧縮（lz4）</translation>
    </message>
    <message>
        <source>Vectors and gradients are compressed on the wire</source>
        <translation>通信路上でベクトルと勾配を圧縮する</translation>
    </message>
    <message>
        <source>Largest message, bytes</source>
        <translation>メッセージの上限（バイト）</translation>
    </message>
    <message>
        <source>NATS refuses longer messages: the ids of a batch are one</source>
        <translation>NATS はこれより長いメッセージを拒む（バッチの ID が 1 メッセージ）</translation>
    </message>
    <message>
        <source>Custom features, µs a sample</source>
        <translation>独自特徴量（µs/サンプル）</translation>
    </message>
    <message>
        <source>Core time of the data loader for crossed and custom features</source>
        <translation>交差特徴量や独自特徴量に要するデータローダのコア時間</translation>
    </message>
    <message>
        <source>Measured samples/s</source>
        <translation>実測 サンプル/秒</translation>
    </message>
    <message>
        <source>What PERSIA&apos;s own mode reaches on this cluster, to calibrate by; 0: not measured</source>
        <translation>このクラスタで PERSIA の方式が出した実測値（較正用）。0：実測なし</translation>
    </message>
    <message>
        <source>Wanted samples/s</source>
        <translation>目標 サンプル/秒</translation>
    </message>
    <message>
        <source>The smallest cluster that reaches this is looked for; 0: none</source>
        <translation>これに届く最小のクラスタを探す。0：探さない</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>右方向</translation>
    </message>
    <message>
        <source>The role whose replicas grow to the right</source>
        <translation>右へ行くほどレプリカが増える役割</translation>
    </message>
    <message>
        <source>Upward</source>
        <translation>上方向</translation>
    </message>
    <message>
        <source>The role whose replicas grow upward</source>
        <translation>上へ行くほどレプリカが増える役割</translation>
    </message>
    <message>
        <source>Price of one of its machines an hour; 0: the cluster&apos;s own</source>
        <translation>この役割のマシン 1 台の毎時価格。0：クラスタ定義の値</translation>
    </message>
    <message>
        <source>Data loader</source>
        <translation>データローダ</translation>
    </message>
    <message>
        <source>Embedding worker</source>
        <translation>埋め込みワーカー</translation>
    </message>
    <message>
        <source>Parameter server</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>NN worker</source>
        <translation>NN ワーカー</translation>
    </message>
    <message>
        <source>Shards of the map</source>
        <translation>マップの分割数</translation>
    </message>
    <message>
        <source>Locks of a parameter server&apos;s map: num_hashmap_internal_shards</source>
        <translation>パラメータサーバのマップのロック数（num_hashmap_internal_shards）</translation>
    </message>
    <message>
        <source>Rows a server keeps</source>
        <translation>サーバの行数上限</translation>
    </message>
    <message>
        <source>capacity of global_config.yml; 0: as many as its memory holds</source>
        <translation>global_config.yml の capacity。0：メモリに入るだけ</translation>
    </message>
    <message>
        <source>Admission</source>
        <translation>採用確率</translation>
    </message>
    <message>
        <source>Probability that a new row is kept: admit_probability</source>
        <translation>新しい行を保持する確率（admit_probability）</translation>
    </message>
    <message>
        <source>Checkpoint threads</source>
        <translation>チェックポイントのスレッド</translation>
    </message>
    <message>
        <source>Threads of a server that write a checkpoint: num_workers</source>
        <translation>チェックポイントを書き出すサーバのスレッド数（num_workers）</translation>
    </message>
    <message>
        <source>Disk, GB/s</source>
        <translation>ディスク（GB/s）</translation>
    </message>
    <message>
        <source>Rate of one server to its checkpoint</source>
        <translation>サーバ 1 台がチェックポイントを書く速度</translation>
    </message>
    <message>
        <source>Rows of an update</source>
        <translation>差分更新の行数</translation>
    </message>
    <message>
        <source>Changed rows that are sent to serving at a time: incremental_buffer_size</source>
        <translation>推論提供側へ一度に送る変更行の数（incremental_buffer_size）</translation>
    </message>
    <message>
        <source>Days between failures</source>
        <translation>故障間隔（日）</translation>
    </message>
    <message>
        <source>Mean time between failures of one machine</source>
        <translation>マシン 1 台の平均故障間隔</translation>
    </message>
    <message>
        <source>Restart, s</source>
        <translation>再起動（秒）</translation>
    </message>
    <message>
        <source>From a failure until its role works again, without reading rows</source>
        <translation>故障から役割が復帰するまでの時間（行の読み戻しを除く）</translation>
    </message>
    <message>
        <source>Inference replicas</source>
        <translation>推論レプリカ</translation>
    </message>
    <message>
        <source>Processes that answer requests, an accelerator each</source>
        <translation>要求に応答するプロセスの数（アクセラレータ 1 台ずつ）</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>同時要求数</translation>
    </message>
    <message>
        <source>Requests that a replica answers together</source>
        <translation>1 レプリカがまとめて応答する要求の数</translation>
    </message>
    <message>
        <source>Network latency, µs</source>
        <translation>ネットワーク遅延（µs）</translation>
    </message>
    <message>
        <source>Of one call between machines</source>
        <translation>マシン間の呼び出し 1 回あたり</translation>
    </message>
    <message>
        <source>Noise σ</source>
        <translation>ノイズ σ</translation>
    </message>
    <message>
        <source>Deviation of the gradients in the convergence bound</source>
        <translation>収束の上界における勾配のばらつき</translation>
    </message>
    <message>
        <source>Steps T</source>
        <translation>ステップ数 T</translation>
    </message>
    <message>
        <source>Steps of training in the convergence bound</source>
        <translation>収束の上界における学習ステップ数</translation>
    </message>
    <message>
        <source>Exponent of τ</source>
        <translation>τ の指数</translation>
    </message>
    <message>
        <source>Not verified: set it</source>
        <translation>未確認：値を設定してください</translation>
    </message>
    <message>
        <source>Exponent of α</source>
        <translation>α の指数</translation>
    </message>
    <message>
        <source>What --set takes</source>
        <translation>--set の項目</translation>
    </message>
    <message>
        <source>Legal</source>
        <translation>有効な値</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>意味</translation>
    </message>
    <message>
        <source>Ids of a batch</source>
        <translation>バッチの ID</translation>
    </message>
    <message>
        <source>Different ids</source>
        <translation>異なる ID</translation>
    </message>
    <message>
        <source>feature by feature, expected under each table&apos;s skew</source>
        <translation>特徴量ごと、各表の偏りの下での期待値</translation>
    </message>
    <message>
        <source>Share that differs</source>
        <translation>異なる割合</translation>
    </message>
    <message>
        <source>Largest message</source>
        <translation>メッセージの上限</translation>
    </message>
    <message>
        <source>Can be sent</source>
        <translation>送信可能</translation>
    </message>
    <message>
        <source>Memory and upkeep of the parameter servers</source>
        <translation>パラメータサーバのメモリと維持</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Lost gradients</source>
        <translation>失われる勾配</translation>
    </message>
    <message>
        <source>updates whose row was evicted after its lookup (gradient_id_miss)</source>
        <translation>参照の後に行が追い出された更新（gradient_id_miss）</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>チェックポイント間隔</translation>
    </message>
    <message>
        <source>by Young&apos;s formula, which loses least time</source>
        <translation>失う時間が最小になる Young の式による</translation>
    </message>
    <message>
        <source>Incremental update</source>
        <translation>差分更新</translation>
    </message>
    <message>
        <source>writing one buffer of changed rows for serving</source>
        <translation>推論提供のために変更行のバッファ 1 つを書き出す時間</translation>
    </message>
    <message>
        <source>share of time that is left after checkpoints and failures</source>
        <translation>チェックポイントと故障を除いて残る時間の割合</translation>
    </message>
    <message>
        <source>What failures of a role cost</source>
        <translation>役割の故障の代償</translation>
    </message>
    <message>
        <source>Failures in 30 days</source>
        <translation>30 日間の故障回数</translation>
    </message>
    <message>
        <source>Lost by one</source>
        <translation>1 回の損失</translation>
    </message>
    <message>
        <source>restart; for parameter servers also reading rows back and half an interval of work done again</source>
        <translation>再起動の時間。パラメータサーバでは行の読み戻しと、間隔の半分のやり直しを含む</translation>
    </message>
    <message>
        <source>Share of time</source>
        <translation>時間の割合</translation>
    </message>
    <message>
        <source>Serving from the same tables</source>
        <translation>同じ表からの推論提供</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>要求/秒</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>遅延</translation>
    </message>
    <message>
        <source>of one batch through all roles, nobody waiting</source>
        <translation>待ちがない場合に 1 バッチが全役割を通る時間</translation>
    </message>
    <message>
        <source>Shared with training</source>
        <translation>学習と共有</translation>
    </message>
    <message>
        <source>tables on the parameter servers; optimizer state is training&apos;s alone</source>
        <translation>パラメータサーバ上の表。オプティマイザ状態は学習だけのもの</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>選択</translation>
    </message>
    <message>
        <source>Convergence, as a bound</source>
        <translation>収束の上界</translation>
    </message>
    <message>
        <source>σ/√T + 1/T</source>
        <translation>σ/√T + 1/T</translation>
    </message>
    <message>
        <source>Hybrid term</source>
        <translation>ハイブリッドの項</translation>
    </message>
    <message>
        <source>τ^a · α^b / T; the exponents are not verified</source>
        <translation>τ^a · α^b / T。指数は未確認</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>not a prediction: an upper limit up to constants</source>
        <translation>予測ではなく、定数倍を除いた上限</translation>
    </message>
    <message>
        <source>The smallest cluster for the wanted rate</source>
        <translation>目標速度に届く最小のクラスタ</translation>
    </message>
    <message>
        <source>Replicas now</source>
        <translation>現在のレプリカ</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>必要数</translation>
    </message>
    <message>
        <source>What is fixed for embedding tables: shardings, kernels, device N</source>
        <translation>埋め込みテーブルについて固定するもの（分割、カーネル、デバイス番号）</translation>
    </message>
    <message>
        <source>What was kept of this run from the last time is damaged, or of another version of the program; the files were read again and it is kept anew.</source>
        <translation>前回保存したこの記録のキャッシュは壊れているか、別の版のプログラムのものです。ファイルを読み直し、キャッシュを保存し直しました。</translation>
    </message>
    <message>
        <source>A part of the pack that only saves work (sums for drawing, reports of analyses) is damaged; it is worked out again from the rest.</source>
        <translation>パックのうち、手間を省くためだけの部分（描画用の合計、分析のレポート）が壊れています。残りの内容から計算し直します。</translation>
    </message>
    <message>
        <source>The lines tell times of day but no date: they stand on one unknown day, where a time that goes back by more than an hour begins the next one, and cannot be aligned with files that tell real time.</source>
        <translation>行には時刻だけがあり日付がありません。ある一日の時刻として示し、1 時間を超えて戻る時刻は翌日とみなします。実時刻を持つファイルとは揃えられません。</translation>
    </message>
    <message>
        <source>Checkpoint every, min</source>
        <translation>チェックポイント間隔（分）</translation>
    </message>
    <message>
        <source>Minutes between checkpoints that go over the hosts&apos; network; 0: none is written</source>
        <translation>ホストの網へ書き出すチェックポイントの間隔（分）。0：書き出さない</translation>
    </message>
    <message>
        <source>Checkpoints smaller by</source>
        <translation>チェックポイント縮小倍率</translation>
    </message>
    <message>
        <source>How many times fewer bytes are written: differential and quantised checkpoints save 6 to 17 times (Check-N-Run)</source>
        <translation>書き出すバイト数を何分の 1 にするか。差分と量子化で 6～17 分の 1（Check-N-Run）</translation>
    </message>
    <message>
        <source>Plans found</source>
        <translation>見つかった計画</translation>
    </message>
    <message>
        <source>On the front</source>
        <translation>最前線</translation>
    </message>
    <message>
        <source>no other beats it in rate, memory and devices</source>
        <translation>速度、メモリ、台数のすべてで劣らない</translation>
    </message>
    <message>
        <source>What the hosts&apos; network carries</source>
        <translation>ホストの網が運ぶもの</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>1 回あたり</translation>
    </message>
    <message>
        <source>of a device: a batch, a checkpoint</source>
        <translation>デバイスあたり。バッチ、チェックポイント</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>間隔</translation>
    </message>
    <message>
        <source>On average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Of the link</source>
        <translation>リンクに対する割合</translation>
    </message>
    <message>
        <source>Would allow, samples/s</source>
        <translation>上限（毎秒サンプル）</translation>
    </message>
    <message>
        <source>Hosts&apos; network ceiling, samples/s</source>
        <translation>ホストの網の上限（毎秒サンプル）</translation>
    </message>
    <message>
        <source>what the readers&apos; network alone would allow</source>
        <translation>読み込みの網だけで決まる上限</translation>
    </message>
    <message>
        <source>Embeddings, or the ids of sharded ones, travel while earlier batches train; false: naive hybrid</source>
        <translation>埋め込み（分割した表では ID）を前のバッチの学習中に送る。false：単純なハイブリッド</translation>
    </message>
    <message>
        <source>Read to ±</source>
        <translation>読み取り誤差 ±</translation>
    </message>
    <message>
        <source>read off a figure: no better known than this</source>
        <translation>図から読み取った値。これより正確には分からない</translation>
    </message>
    <message>
        <source>Far apart</source>
        <translation>間隔の空いたもの</translation>
    </message>
    <message>
        <source>Kernels that begin long after the work before them on their stream was over</source>
        <translation>同じストリームの直前の処理が終わってから長く間を置いて始まるカーネル</translation>
    </message>
    <message>
        <source>Before these</source>
        <translation>その前の空き時間</translation>
    </message>
    <message>
        <source>Sum of the gaps before kernels far apart</source>
        <translation>間隔の空いたカーネルの前の空き時間の合計</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>アテンションの中核</translation>
    </message>
    <message>
        <source>whole layer but its input</source>
        <translation>入力を除く層全体</translation>
    </message>
    <message>
        <source>of the bandwidth, which the next columns summarise</source>
        <translation>帯域幅の変化の回数（続く列が集計する値の数）</translation>
    </message>
    <message>
        <source>Tokens that the decoder of an encoder-decoder sees; 0 or not given: as the encoder</source>
        <translation>エンコーダ・デコーダ型モデルのデコーダが見るトークン数（0 または省略時はエンコーダと同じ）</translation>
    </message>
    <message>
        <source>Events on the path</source>
        <translation>パス上のイベント数</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>マイクロバッチ</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Tokens/s a device</source>
        <translation>デバイスあたりトークン/秒</translation>
    </message>
    <message>
        <source>Behind the best</source>
        <translation>最良との差</translation>
    </message>
    <message>
        <source>the peak operation by operation</source>
        <translation>演算ごとに追跡したピーク</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習全体</translation>
    </message>
    <message>
        <source>of the training, else of a step</source>
        <translation>学習全体の費用、指定がなければ1ステップの費用</translation>
    </message>
    <message>
        <source>What each axis is worth around the best plan</source>
        <translation>最良の計画の周りで各軸が持つ価値</translation>
    </message>
    <message>
        <source>The best plan&apos;s</source>
        <translation>最良の計画の値</translation>
    </message>
    <message>
        <source>Constraint</source>
        <translation>制約</translation>
    </message>
    <message>
        <source>Helps alone</source>
        <translation>単独で有効</translation>
    </message>
    <message>
        <source>The plan beside the best, of a sample</source>
        <translation>1サンプルあたりの、この計画と最良の計画の比較</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>この計画</translation>
    </message>
    <message>
        <source>The best</source>
        <translation>最良</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Nearest plans</source>
        <translation>最も近い計画</translation>
    </message>
    <message>
        <source>Plans that no other beats</source>
        <translation>他に優るもののない計画</translation>
    </message>
    <message>
        <source>The best plan at each value</source>
        <translation>各値での最良の計画</translation>
    </message>
    <message>
        <source>The schedule, rank by rank</source>
        <translation>ランクごとのスケジュール</translation>
    </message>
    <message>
        <source>of the whole step</source>
        <translation>ステップ全体のうち</translation>
    </message>
    <message>
        <source>First start</source>
        <translation>最初の開始</translation>
    </message>
    <message>
        <source>Last end</source>
        <translation>最後の終了</translation>
    </message>
    <message>
        <source>Chunks held</source>
        <translation>保持チャンク数</translation>
    </message>
    <message>
        <source>at most, until their weight gradients are done</source>
        <translation>重み勾配が終わるまでの最大</translation>
    </message>
    <message>
        <source>Until input gradient</source>
        <translation>入力勾配まで</translation>
    </message>
    <message>
        <source>at most, until their input gradients are done</source>
        <translation>入力勾配が終わるまでの最大</translation>
    </message>
    <message>
        <source>What the ranks of each stage do</source>
        <translation>各ステージのランクの内訳</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>個数</translation>
    </message>
    <message>
        <source>waiting for other stages</source>
        <translation>ほかのステージを待つ時間</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>処理中</translation>
    </message>
    <message>
        <source>micro-batches at most</source>
        <translation>最大のマイクロバッチ数</translation>
    </message>
    <message>
        <source>Why the step is not the closed form&apos;s</source>
        <translation>ステップ時間が閉形式と異なる理由</translation>
    </message>
    <message>
        <source>What 10 % more of each resource buys</source>
        <translation>各資源を 10 % 増やす効果</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>資源</translation>
    </message>
    <message>
        <source>Shorter by</source>
        <translation>短縮時間</translation>
    </message>
    <message>
        <source>of one step</source>
        <translation>1 ステップあたり</translation>
    </message>
    <message>
        <source>Kernel time covered</source>
        <translation>対象のカーネル時間</translation>
    </message>
    <message>
        <source>Time of the counted products&apos; kernels, of all kernels that compute</source>
        <translation>数えた積のカーネル時間が、計算するカーネル全体に占める割合</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>A step&apos;s time</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>ステップあたりの時間</translation>
    </message>
    <message>
        <source>Analyses that do not apply</source>
        <translation>当てはまらない分析</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
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
        <source>optimizer</source>
        <translation>オプティマイザ</translation>
    </message>
    <message>
        <source>elsewhere</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>割り当て済み</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>確保済み</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Hang: who did not come</source>
        <translation>ハング: 来なかったランク</translation>
    </message>
    <message>
        <source>dumps of PyTorch&apos;s flight recorder</source>
        <translation>PyTorch のフライトレコーダーのダンプ</translation>
    </message>
    <message>
        <source>Which collective of which group did not end, who did not come to it, and who of those waits nowhere.</source>
        <translation>どのグループのどの集合通信が終わっていないか、誰が来なかったか、そのうち何も待っていないのは誰か。</translation>
    </message>
    <message>
        <source>Collectives that did not end</source>
        <translation>終わっていない集合通信</translation>
    </message>
    <message>
        <source>In the group&apos;s order</source>
        <translation>グループ内の順番</translation>
    </message>
    <message>
        <source>Waiting ranks</source>
        <translation>待っているランク</translation>
    </message>
    <message>
        <source>Did not come</source>
        <translation>来なかったランク</translation>
    </message>
    <message>
        <source>Without a dump</source>
        <translation>ダンプのないランク</translation>
    </message>
    <message>
        <source>Called something else</source>
        <translation>別の呼び出しをしたランク</translation>
    </message>
    <message>
        <source>From the first that came to the end of its dump</source>
        <translation>最初に来たランクからそのダンプの終わりまで</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>呼び出し元</translation>
    </message>
    <message>
        <source>By the first that waits</source>
        <translation>最初に待ったランクによる</translation>
    </message>
    <message>
        <source>How far each rank came</source>
        <translation>各ランクの進み具合</translation>
    </message>
    <message>
        <source>Last issued</source>
        <translation>最後の発行</translation>
    </message>
    <message>
        <source>Number of the last collective that the host issued</source>
        <translation>ホストが最後に発行した集合通信の番号</translation>
    </message>
    <message>
        <source>Last completed</source>
        <translation>最後の完了</translation>
    </message>
    <message>
        <source>Number of the last one that the device completed</source>
        <translation>デバイスが最後に完了した集合通信の番号</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>未完了</translation>
    </message>
    <message>
        <source>Last collective</source>
        <translation>最後の集合通信</translation>
    </message>
    <message>
        <source>slice.id of the device&apos;s work</source>
        <translation>デバイスの処理の slice.id</translation>
    </message>
    <message>
        <source>of the device&apos;s work</source>
        <translation>デバイスの処理の名前</translation>
    </message>
    <message>
        <source>as the file numbers it; NULL: it does not</source>
        <translation>ファイルでの番号（NULL：番号なし）</translation>
    </message>
    <message>
        <source>slice.id of the call that launched it; NULL: the file does not tell</source>
        <translation>起動した呼び出しの slice.id（NULL：ファイルからは不明）</translation>
    </message>
    <message>
        <source>name of that call</source>
        <translation>その呼び出しの名前</translation>
    </message>
    <message>
        <source>from the call&apos;s end to the work&apos;s begin, in ns; 0 where it began before</source>
        <translation>呼び出しの終わりから処理の始まりまで（ns、先に始まれば 0）</translation>
    </message>
    <message>
        <source>slice.id of the innermost operator around the call</source>
        <translation>呼び出しを囲む最も内側の演算の slice.id</translation>
    </message>
    <message>
        <source>the innermost module around the call, where Python was recorded</source>
        <translation>呼び出しを囲む最も内側のモジュール（Python を記録した場合）</translation>
    </message>
    <message>
        <source>the innermost Python function around the call</source>
        <translation>呼び出しを囲む最も内側の Python 関数</translation>
    </message>
    <message>
        <source>the innermost range that the program named around the call</source>
        <translation>呼び出しを囲む、プログラムが名付けた最も内側の範囲</translation>
    </message>
    <message>
        <source>work of devices, who launched it, and what that was called in</source>
        <translation>デバイスの処理、それを起動した呼び出し、その呼び出し元</translation>
    </message>
    <message>
        <source>Devices an expert is split over, which leaves more to divide the experts over; 0: as tensor</source>
        <translation>1つのエキスパートを分割するデバイス数。tensor より小さければ、その分エキスパートを多くのデバイスに配れる。0 は tensor と同じ</translation>
    </message>
    <message>
        <source>where the run begins, in ns</source>
        <translation>ランの始まり（ns）</translation>
    </message>
    <message>
        <source>where it ends</source>
        <translation>ランの終わり（ns）</translation>
    </message>
    <message>
        <source>one row: where the run begins and ends</source>
        <translation>1行：ランの始まりと終わり</translation>
    </message>
    <message>
        <source>how far outside: 1 is the innermost around it</source>
        <translation>外側へ何段か。1は最も内側で囲むもの</translation>
    </message>
    <message>
        <source>slice.id of the one inside</source>
        <translation>内側のスライスのslice.id</translation>
    </message>
    <message>
        <source>how far inside: 1 lies in nothing else within it</source>
        <translation>内側へ何段か。1は間に何も挟まないもの</translation>
    </message>
    <message>
        <source>slice.id of the one around</source>
        <translation>囲む側のスライスのslice.id</translation>
    </message>
    <message>
        <source>how many lie between, at least</source>
        <translation>間にある矢印の最小の数</translation>
    </message>
    <message>
        <source>slice.id where the walk begins</source>
        <translation>たどり始めるスライスのslice.id</translation>
    </message>
    <message>
        <source>slice.id of the one whose end begins the gap</source>
        <translation>終わりが隙間の始まりとなるスライスのslice.id</translation>
    </message>
    <message>
        <source>slice.id of the one that ends it</source>
        <translation>隙間を終わらせるスライスのslice.id</translation>
    </message>
    <message>
        <source>ns; NULL: 0</source>
        <translation>ns。NULLは0</translation>
    </message>
    <message>
        <source>the slices around one, innermost first</source>
        <translation>あるスライスを囲むスライス（内側から）</translation>
    </message>
    <message>
        <source>the slices and instants in one, at any depth</source>
        <translation>あるスライスの中のスライスと瞬間（深さを問わない）</translation>
    </message>
    <message>
        <source>the slices that arrows lead to from one, nearest first</source>
        <translation>あるスライスから矢印でたどり着くスライス（近い順）</translation>
    </message>
    <message>
        <source>the slices from which arrows lead to one, nearest first</source>
        <translation>矢印であるスライスにたどり着くスライス（近い順）</translation>
    </message>
    <message>
        <source>times that no slice of a track covers</source>
        <translation>トラックのどのスライスにも覆われない時間</translation>
    </message>
    <message>
        <source>thread_track.id; NULL: every row of accelerators&apos; work</source>
        <translation>thread_track.id。NULLはアクセラレータの仕事のすべての行</translation>
    </message>
    <message>
        <source>Times Zion&apos;s rate</source>
        <translation>Zion の何倍か</translation>
    </message>
    <message>
        <source>for an accelerator</source>
        <translation>アクセラレータ 1 台あたり</translation>
    </message>
    <message>
        <source>All of PERSIA&apos;s roles growing together</source>
        <translation>PERSIA のすべての役割を共に増やす</translation>
    </message>
    <message>
        <source>Times the cluster</source>
        <translation>クラスタの何倍か</translation>
    </message>
    <message>
        <source>rate of an accelerator against the first row&apos;s</source>
        <translation>アクセラレータ 1 台の速度、最初の行との比</translation>
    </message>
    <message>
        <source>All-reduce of a batch</source>
        <translation>1 バッチの オールリデュース</translation>
    </message>
    <message>
        <source>what grows with the number of accelerators</source>
        <translation>アクセラレータ数とともに増えるもの</translation>
    </message>
    <message>
        <source>no significant loss of accuracy in 16 bits</source>
        <translation>16 ビットでは精度の有意な低下なし</translation>
    </message>
    <message>
        <source>no loss of accuracy down to 4-bit integers on one data set (Kaggle, 7 days)</source>
        <translation>一つのデータセット（Kaggle、7 日間）では 4 ビット整数まで精度の低下なし</translation>
    </message>
    <message>
        <source>Fewer bits on the wire</source>
        <translation>配線上の少ないビット数</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>数値形式</translation>
    </message>
    <message>
        <source>Accuracy, as published</source>
        <translation>公表された精度</translation>
    </message>
    <message>
        <source>of others&apos; models and data: no prediction for this one</source>
        <translation>他のモデルとデータのもので、このモデルの予測ではない</translation>
    </message>
    <message>
        <source>nats a token by the scaling law of arXiv:2203.15556, which was fitted to dense decoders on that paper&apos;s text</source>
        <translation>1 トークンあたりのナット数。arXiv:2203.15556 のスケーリング則により、同論文のテキストで密なデコーダに当てはめられたもの</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>the step event by event</source>
        <translation>1 ステップをイベントごとに</translation>
    </message>
    <message>
        <source>size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>allocated by</source>
        <translation>確保した関数</translation>
    </message>
    <message>
        <source>category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>ストリーム</translation>
    </message>
    <message>
        <source>allocated at</source>
        <translation>確保した時点</translation>
    </message>
    <message>
        <source>before the recording</source>
        <translation>記録の開始前</translation>
    </message>
    <message>
        <source>let go at</source>
        <translation>手放した時点</translation>
    </message>
    <message>
        <source>not until the snapshot</source>
        <translation>スナップショットまで保持</translation>
    </message>
    <message>
        <source>free at</source>
        <translation>解放された時点</translation>
    </message>
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
        <translation>オールトゥオール</translation>
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
        <source>idle</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
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
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
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
        <translation>オプティマイザ状態</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>活性値</translation>
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
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>再計算</translation>
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
        <source>streaming</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>リング</translation>
    </message>
    <message>
        <source>double tree</source>
        <translation>二重ツリー</translation>
    </message>
    <message>
        <source>hierarchical</source>
        <translation>階層型</translation>
    </message>
    <message>
        <source>in the switches</source>
        <translation>スイッチ内</translation>
    </message>
    <message>
        <source>every pair</source>
        <translation>全ての組</translation>
    </message>
    <message>
        <source>to the neighbour</source>
        <translation>隣へ</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>実測どおり</translation>
    </message>
    <message>
        <source>memory to memory</source>
        <translation>メモリ間</translation>
    </message>
    <message>
        <source>this collective was measured on such a machine</source>
        <translation>この集合通信は同種のマシンで実測されています</translation>
    </message>
    <message>
        <source>the calibration&apos;s rates are those of rings</source>
        <translation>較正された速度はリングのもの</translation>
    </message>
    <message>
        <source>one level of links: nothing beats a ring</source>
        <translation>リンクは 1 階層のみ：リングが最速</translation>
    </message>
    <message>
        <source>the switches add up what passes</source>
        <translation>スイッチが通過するデータを加算する</translation>
    </message>
    <message>
        <source>the switches could add, but a ring sends less</source>
        <translation>スイッチでも加算できるが、リングのほうが転送量が少ない</translation>
    </message>
    <message>
        <source>adding up inside nodes first leaves fewer hops between them</source>
        <translation>先にノード内で加算するとノード間のホップが減る</translation>
    </message>
    <message>
        <source>a small payload: hops cost more than bytes</source>
        <translation>データが小さく、転送量よりホップ数が効く</translation>
    </message>
    <message>
        <source>a large payload: bytes cost more than hops</source>
        <translation>データが大きく、ホップ数より転送量が効く</translation>
    </message>
    <message>
        <source>gathers and scatters run as rings</source>
        <translation>ギャザーとスキャッターはリングで動く</translation>
    </message>
    <message>
        <source>every pair exchanges its part</source>
        <translation>すべての組が自分の分を交換する</translation>
    </message>
    <message>
        <source>one message, one hop</source>
        <translation>1 メッセージ、1 ホップ</translation>
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
        <source>embedding</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>embedding, ids</source>
        <translation>埋め込み（ID）</translation>
    </message>
    <message>
        <source>embedding, backward</source>
        <translation>埋め込み（逆伝播）</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>隠れ層の幅</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>アテンションヘッド数</translation>
    </message>
    <message>
        <source>Heads of keys and values</source>
        <translation>キーと値のヘッド数</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>ヘッドの幅</translation>
    </message>
    <message>
        <source>Width of the feed-forward layer</source>
        <translation>フィードフォワード層の幅</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>語彙数</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最長シーケンス</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>エキスパート数</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>トークンあたりのエキスパート数</translation>
    </message>
    <message>
        <source>Keys not needed</source>
        <translation>不要なキー</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>communicating, nothing computes</source>
        <translation>計算と重ならない通信</translation>
    </message>
    <message>
        <source>copying, nothing else runs</source>
        <translation>他に何も動かないコピー</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>フレームワーク</translation>
    </message>
    <message>
        <source>Ranks that are missing</source>
        <translation>欠けているランク</translation>
    </message>
    <message>
        <source>Steps that count</source>
        <translation>対象のステップ</translation>
    </message>
    <message>
        <source>Warm-up steps left out</source>
        <translation>除いたウォームアップのステップ</translation>
    </message>
    <message>
        <source>move</source>
        <translation>移動</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>目印</translation>
    </message>
    <message>
        <source>period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>before</source>
        <translation>記録前</translation>
    </message>
    <message>
        <source>Processes of several ranks are in one file; where their names or labels tell which, each is a rank of the run. They share the file&apos;s clock.</source>
        <translation>複数のランクのプロセスが 1 つのファイルにあります。名前またはラベルからどのランクか分かるときは、それぞれが実行の 1 ランクになります。時計はファイルで共通です。</translation>
    </message>
    <message>
        <source>The best plan of each machine</source>
        <translation>各マシンで最良の計画</translation>
    </message>
    <message>
        <source>The search against published runs</source>
        <translation>公表された実行と探索の比較</translation>
    </message>
    <message>
        <source>Published plan</source>
        <translation>公表された計画</translation>
    </message>
    <message>
        <source>Our best</source>
        <translation>本ツールの最良</translation>
    </message>
    <message>
        <source>Its step</source>
        <translation>そのステップ</translation>
    </message>
    <message>
        <source>by our model</source>
        <translation>本ツールのモデルによる値</translation>
    </message>
    <message>
        <source>Our best&apos;s step</source>
        <translation>最良の計画のステップ</translation>
    </message>
    <message>
        <source>Its place</source>
        <translation>その順位</translation>
    </message>
    <message>
        <source>in our list; none: beyond the first thousand</source>
        <translation>本ツールの一覧での順位。空欄は上位千件の外</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>見落とし</translation>
    </message>
    <message>
        <source>it is faster than our best by our model</source>
        <translation>本ツールのモデルで最良の計画より速い</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>スイープ</translation>
    </message>
    <message>
        <source>Machine; model; length; devices; batch</source>
        <translation>マシン、モデル、長さ、デバイス数、バッチ</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>計画数</translation>
    </message>
    <message>
        <source>of the plan that we call the fastest, as measured</source>
        <translation>最速と予測した計画の実測での損失</translation>
    </message>
    <message>
        <source>of the fastest measured plan in our order</source>
        <translation>実測で最速の計画の本ツールでの順位</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>相関</translation>
    </message>
    <message>
        <source>of both orders, Spearman&apos;s</source>
        <translation>両方の順位のスピアマン相関</translation>
    </message>
    <message>
        <source>Traffic of a node</source>
        <translation>ノードの通信量</translation>
    </message>
    <message>
        <source>One direction</source>
        <translation>片方向</translation>
    </message>
    <message>
        <source>Could carry</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>PERSIA and other frameworks, as published</source>
        <translation>PERSIA と他のフレームワーク（公表値）</translation>
    </message>
    <message>
        <source>PERSIA, samples/s</source>
        <translation>PERSIA、サンプル/秒</translation>
    </message>
    <message>
        <source>PERSIA&apos;s times</source>
        <translation>PERSIA の倍率</translation>
    </message>
    <message>
        <source>What staleness may cost, by accelerators</source>
        <translation>古さの代償、アクセラレータ数ごと</translation>
    </message>
    <message>
        <source>Added, τ the workers</source>
        <translation>上乗せ（τ はワーカー数）</translation>
    </message>
    <message>
        <source>share of the synchronous bound: τ as the article has it</source>
        <translation>同期の上界に対する割合：記事どおりの τ</translation>
    </message>
    <message>
        <source>Added, τ the batches in flight</source>
        <translation>上乗せ（τ は処理中のバッチ数）</translation>
    </message>
    <message>
        <source>share of the synchronous bound: workers times the batches each may have looked up without an update</source>
        <translation>同期の上界に対する割合：ワーカー数と、各々が更新前に引いてよいバッチ数の積</translation>
    </message>
    <message>
        <source>Published AUC gap, hybrid</source>
        <translation>公表された AUC の差、ハイブリッド</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Published AUC gap, full async</source>
        <translation>公表された AUC の差、完全非同期</translation>
    </message>
    <message>
        <source>Sizes beside each other</source>
        <translation>大きさの比較</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Gathered</source>
        <translation>集約</translation>
    </message>
    <message>
        <source>weights from the replicas that share them, in one step</source>
        <translation>複製どうしが分け持つ重み、1 ステップで</translation>
    </message>
    <message>
        <source>Share of the weights</source>
        <translation>重みの割合</translation>
    </message>
    <message>
        <source>Used by a device</source>
        <translation>デバイスが使う</translation>
    </message>
    <message>
        <source>1/(t·p)</source>
        <translation>1/(t·p)</translation>
    </message>
    <message>
        <source>Kept by a device</source>
        <translation>デバイスが保持する</translation>
    </message>
    <message>
        <source>1/(t·p·rts)</source>
        <translation>1/(t·p·rts)</translation>
    </message>
    <message>
        <source>Kept of the optimizer&apos;s state</source>
        <translation>オプティマイザ状態のうち保持する</translation>
    </message>
    <message>
        <source>1/(t·p·rts&apos;)</source>
        <translation>1/(t·p·rts&apos;)</translation>
    </message>
    <message>
        <source>Cut points</source>
        <translation>切れ目</translation>
    </message>
    <message>
        <source>between the phases of a stage</source>
        <translation>ステージのフェーズの間</translation>
    </message>
    <message>
        <source>which collective: the same for all that take part; NULL: no other part was found</source>
        <translation>どの集団通信か。参加するすべてで同じ。NULL: 相手が見つからない</translation>
    </message>
    <message>
        <source>the file&apos;s number where no file says</source>
        <translation>どのファイルにもなければファイルの番号</translation>
    </message>
    <message>
        <source>all_reduce, all_gather, …, send, receive</source>
        <translation>all_reduce、all_gather、…、send、receive</translation>
    </message>
    <message>
        <source>of the ranks that communicate; NULL: not told</source>
        <translation>通信するランクのグループ。NULL: 不明</translation>
    </message>
    <message>
        <source>of the group, where the file tells</source>
        <translation>グループ内の番号。ファイルにある場合</translation>
    </message>
    <message>
        <source>of this rank&apos;s input; NULL: unknown</source>
        <translation>このランクの入力のバイト数。NULL: 不明</translation>
    </message>
    <message>
        <source>how many take part in what was recorded; 1 where no other part was found</source>
        <translation>記録のうち参加するランクの数。相手が見つからなければ 1</translation>
    </message>
    <message>
        <source>sequence, order, step, or time, which is a guess</source>
        <translation>sequence、order、step、または推測である time</translation>
    </message>
    <message>
        <source>how long after the first rank it came, in ns; NULL where clocks do not compare</source>
        <translation>最初のランクからの遅れ（ns）。時計を比べられなければ NULL</translation>
    </message>
    <message>
        <source>how long before the last rank it came, in ns; NULL too where nobody must wait</source>
        <translation>最後のランクまでの待ち（ns）。待つ必要がないものも NULL</translation>
    </message>
    <message>
        <source>1 for the rank that came last</source>
        <translation>最後に来たランクで 1</translation>
    </message>
    <message>
        <source>of a send or receive, where the file tells</source>
        <translation>送受信の相手。ファイルにある場合</translation>
    </message>
    <message>
        <source>slice.id of what does it: the device&apos;s row, else the host&apos;s</source>
        <translation>それを行う行の slice.id。デバイスの行、なければホストの行</translation>
    </message>
    <message>
        <source>slice.id of the host&apos;s row that issued it, where known</source>
        <translation>それを発行したホストの行の slice.id。わかる場合</translation>
    </message>
    <message>
        <source>where the steps that count begin, in ns</source>
        <translation>数えるステップの始まり（ns）</translation>
    </message>
    <message>
        <source>how long they take, with the device work launched in them; ns, as all that follow</source>
        <translation>その長さ。起動したデバイスの処理を含む。ns、以下同じ</translation>
    </message>
    <message>
        <source>steps that count; 0: none were found, all that was recorded counts</source>
        <translation>数えるステップの数。0: 見つからず、記録全体を数える</translation>
    </message>
    <message>
        <source>steps at the beginning that do not count</source>
        <translation>数えない最初のステップの数</translation>
    </message>
    <message>
        <source>1 where the rank has device work, else times are the host&apos;s</source>
        <translation>デバイスの処理があれば 1。なければ時間はホストのもの</translation>
    </message>
    <message>
        <source>it communicates while nothing computes</source>
        <translation>何も計算していないときの通信</translation>
    </message>
    <message>
        <source>it copies while nothing else runs</source>
        <translation>ほかに何も動いていないときのコピー</translation>
    </message>
    <message>
        <source>nothing runs</source>
        <translation>何も動いていない</translation>
    </message>
    <message>
        <source>hidden and exposed</source>
        <translation>隠れたものと隠れないもの</translation>
    </message>
    <message>
        <source>number within the rank, from 0</source>
        <translation>ランク内の番号、0 から</translation>
    </message>
    <message>
        <source>as the file has it; NULL: it does not</source>
        <translation>ファイルのまま。NULL: ファイルにない</translation>
    </message>
    <message>
        <source>duration, in ns, as all that follow</source>
        <translation>長さ（ns）。以下同じ</translation>
    </message>
    <message>
        <source>1 for steps at the beginning that are no measure of the others</source>
        <translation>ほかの目安にならない最初のステップで 1</translation>
    </message>
    <message>
        <source>marks, annotations, or period of the kernels</source>
        <translation>印、注釈、またはカーネルの周期</translation>
    </message>
    <message>
        <source>it communicates while something computes</source>
        <translation>計算と同時に進む通信</translation>
    </message>
    <message>
        <source>what the launching thread was in; NULL where the cause has no name</source>
        <translation>起動するスレッドがいた処理。原因に名前がなければ NULL</translation>
    </message>
    <message>
        <source>slice.id of the work that ends the gap; NULL: none follows</source>
        <translation>空きを終わらせる処理の slice.id。NULL: 続くものがない</translation>
    </message>
    <message>
        <source>1 within the steps that count</source>
        <translation>数えるステップの中で 1</translation>
    </message>
    <message>
        <source>slice.id of the operation</source>
        <translation>演算の slice.id</translation>
    </message>
    <message>
        <source>of the operation</source>
        <translation>演算の名前</translation>
    </message>
    <message>
        <source>of its operands; NULL: the file does not say</source>
        <translation>被演算子の形状。NULL: ファイルにない</translation>
    </message>
    <message>
        <source>of its first operand, as written</source>
        <translation>最初の被演算子の型。書かれたまま</translation>
    </message>
    <message>
        <source>floating-point operations; NULL: the file does not say the shapes</source>
        <translation>浮動小数点演算の数。NULL: ファイルに形状がない</translation>
    </message>
    <message>
        <source>operands and result, once each; NULL: unknown</source>
        <translation>被演算子と結果を一度ずつ数えたバイト数。NULL: 不明</translation>
    </message>
    <message>
        <source>time of the kernels launched inside, in ns</source>
        <translation>内側で起動したカーネルの時間（ns）</translation>
    </message>
    <message>
        <source>flops over that time; NULL where no kernel was recorded</source>
        <translation>その時間あたりの flops。カーネルの記録がなければ NULL</translation>
    </message>
    <message>
        <source>GPU 0, CPU</source>
        <translation>GPU 0、CPU</translation>
    </message>
    <message>
        <source>asked for; negative: given back</source>
        <translation>要求したバイト数。負: 返却</translation>
    </message>
    <message>
        <source>bytes held after it</source>
        <translation>その後に保持しているバイト数</translation>
    </message>
    <message>
        <source>bytes the allocator holds of the device after it; NULL: not said</source>
        <translation>その後にアロケータがデバイスから確保しているバイト数。NULL: 不明</translation>
    </message>
    <message>
        <source>of the block</source>
        <translation>ブロックのアドレス</translation>
    </message>
    <message>
        <source>forward, backward, optimizer, elsewhere; NULL where it is given back</source>
        <translation>forward、backward、optimizer、elsewhere。返却なら NULL</translation>
    </message>
    <message>
        <source>slice.id of the innermost slice around an allocation</source>
        <translation>確保を囲む最も内側のスライスの slice.id</translation>
    </message>
    <message>
        <source>when most was allocated, in ns</source>
        <translation>最も多く確保していた時刻（ns）</translation>
    </message>
    <message>
        <source>bytes then</source>
        <translation>そのときのバイト数</translation>
    </message>
    <message>
        <source>bytes the allocator held of the device then; NULL: not said</source>
        <translation>そのときアロケータがデバイスから確保していたバイト数。NULL: 不明</translation>
    </message>
    <message>
        <source>most it held at any time; NULL: not said</source>
        <translation>その最大。NULL: 不明</translation>
    </message>
    <message>
        <source>of those allocated, bytes held since before the recording</source>
        <translation>そのうち、記録の前から保持していたバイト数</translation>
    </message>
    <message>
        <source>how often memory was asked for or given back</source>
        <translation>メモリの要求と返却の回数</translation>
    </message>
    <message>
        <source>of the track</source>
        <translation>トラックの名前</translation>
    </message>
    <message>
        <source>tracks of a process as a whole, whose operations overlap by nature</source>
        <translation>処理が本来重なる、プロセス全体のトラック</translation>
    </message>
    <message>
        <source>as the file numbers it, from the arguments; NULL: it does not</source>
        <translation>ファイルの番号（引数から）。NULL: ない</translation>
    </message>
    <message>
        <source>of the call and the work it launched, from the arguments; NULL: none</source>
        <translation>呼び出しと、それが起動した処理の番号（引数から）。NULL: ない</translation>
    </message>
    <message>
        <source>what the steps that count are spent on, rank by rank</source>
        <translation>数えるステップの内訳（ランクごと）</translation>
    </message>
    <message>
        <source>what each step is spent on, rank by rank</source>
        <translation>各ステップの内訳（ランクごと）</translation>
    </message>
    <message>
        <source>when the devices of a rank are idle, and why</source>
        <translation>ランクのデバイスがアイドルになる時間と理由</translation>
    </message>
    <message>
        <source>collectives, sends and receives: each rank&apos;s part, and who came when</source>
        <translation>集団通信と送受信: 各ランクの分と、来た順</translation>
    </message>
    <message>
        <source>operations whose work can be counted</source>
        <translation>仕事量を数えられる演算</translation>
    </message>
    <message>
        <source>what allocators did, as the profiler recorded it</source>
        <translation>プロファイラーが記録したアロケータの動き</translation>
    </message>
    <message>
        <source>the most that each allocator held</source>
        <translation>各アロケータが保持した最大</translation>
    </message>
    <message>
        <source>What the failure cost</source>
        <translation>故障の代償</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>実行の中での時刻</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>復帰</translation>
    </message>
    <message>
        <source>by which the last step ends later</source>
        <translation>最後のステップの終わりがこれだけ遅れます</translation>
    </message>
    <message>
        <source>Lost work</source>
        <translation>失われた作業</translation>
    </message>
    <message>
        <source>since the checkpoint; of an NN worker, of its batch under way</source>
        <translation>チェックポイント以降の分。NN ワーカーでは途中のバッチの分</translation>
    </message>
    <message>
        <source>Lost batches</source>
        <translation>失われたバッチ</translation>
    </message>
    <message>
        <source>steps begun since the checkpoint; of PERSIA&apos;s roles, batches whose updates of rows are gone</source>
        <translation>チェックポイント以降に始めたステップ。PERSIA の役割では、行の更新が失われたバッチ</translation>
    </message>
    <message>
        <source>Of the rows</source>
        <translation>行のうち</translation>
    </message>
    <message>
        <source>that lost these updates</source>
        <translation>これらの更新を失った行の割合</translation>
    </message>
    <message>
        <source>Spread of workers&apos; times</source>
        <translation>ワーカーの時間のばらつき</translation>
    </message>
    <message>
        <source>Deviation of a worker&apos;s time of a batch, as a share of its mean: assumed</source>
        <translation>バッチごとのワーカーの時間の標準偏差（平均に対する割合）：仮定</translation>
    </message>
    <message>
        <source>One kind of machine for everything, for PERSIA&apos;s rate and rows</source>
        <translation>すべてを一種類のマシンで：PERSIA の速度と行のために</translation>
    </message>
    <message>
        <source>Needed for the rate</source>
        <translation>速度に必要</translation>
    </message>
    <message>
        <source>the others hold rows</source>
        <translation>残りは行を保持する</translation>
    </message>
    <message>
        <source>share of the time in which what computes the perceptrons waits, at PERSIA&apos;s rate</source>
        <translation>PERSIA の速度で、パーセプトロンを計算するものが待つ時間の割合</translation>
    </message>
    <message>
        <source>Workers that wait for the slowest, as the cluster grows</source>
        <translation>クラスタの拡大と、最も遅いワーカーを待つ時間</translation>
    </message>
    <message>
        <source>Slowest takes longer by</source>
        <translation>最も遅いものの超過</translation>
    </message>
    <message>
        <source>than the mean of all; the spread of a worker is assumed</source>
        <translation>全体の平均に対して。ワーカーのばらつきは仮定</translation>
    </message>
    <message>
        <source>Full sync, samples/s</source>
        <translation>完全同期、サンプル/秒</translation>
    </message>
    <message>
        <source>Full async, samples/s</source>
        <translation>完全非同期、サンプル/秒</translation>
    </message>
    <message>
        <source>The first allocation that fails</source>
        <translation>最初に失敗する確保</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>Free in pieces</source>
        <translation>断片の空き</translation>
    </message>
    <message>
        <source>within segments that are in use</source>
        <translation>使用中のセグメントの中</translation>
    </message>
    <message>
        <source>Free beside them</source>
        <translation>そのほかの空き</translation>
    </message>
    <message>
        <source>not taken from the driver</source>
        <translation>ドライバから未取得</translation>
    </message>
    <message>
        <source>Enough is free</source>
        <translation>空きは足りる</translation>
    </message>
    <message>
        <source>but not in one piece</source>
        <translation>ただし一続きではない</translation>
    </message>
    <message>
        <source>input from the host</source>
        <translation>ホストからの入力</translation>
    </message>
    <message>
        <source>hosts&apos; network</source>
        <translation>ホストのネットワーク</translation>
    </message>
    <message>
        <source>streaming memory of other machines</source>
        <translation>ほかのマシンのストリーミングメモリ</translation>
    </message>
    <message>
        <source>What the allocator shows</source>
        <translation>アロケータの様子</translation>
    </message>
    <message>
        <source>Contiguous gradients</source>
        <translation>連続した勾配</translation>
    </message>
    <message>
        <source>reduced out of a buffer made beforehand; empty: no choice</source>
        <translation>前もって作ったバッファから集約する。空欄：選べない</translation>
    </message>
    <message>
        <source>taken from the driver</source>
        <translation>ドライバから得た量</translation>
    </message>
    <message>
        <source>that the driver has for it</source>
        <translation>ドライバがそのために持つ量</translation>
    </message>
    <message>
        <source>Fails after</source>
        <translation>失敗するまで</translation>
    </message>
    <message>
        <source>a request finds no room; empty: all do</source>
        <translation>要求に空きが見つからない。空欄：すべて見つかる</translation>
    </message>
    <message>
        <source>in pieces, and not taken yet</source>
        <translation>断片と、まだ取られていない分</translation>
    </message>
    <message>
        <source>Trivial</source>
        <translation>自明な予測</translation>
    </message>
    <message>
        <source>MAPE where each run had the other runs&apos; mean rate of model FLOPs</source>
        <translation>各実行をほかの実行の平均速度（モデル FLOPs）で予測した場合の MAPE</translation>
    </message>
    <message>
        <source>Layers of each stage that recompute, the first ones: one number for all stages, or one a stage; all where not given</source>
        <translation>各ステージで再計算する層数（先頭から）。全ステージ共通の 1 つの数、またはステージごとに 1 つ（省略時はすべての層）</translation>
    </message>
    <message>
        <source>Sharded weights of so many layers of each stage, the last ones, are kept after forward where those of others are dropped</source>
        <translation>各ステージの末尾からこの数の層は、ほかの層が捨てる場合も、分割した重みを順伝播の後に残す</translation>
    </message>
    <message>
        <source>Share of the optimizer&apos;s state that lies where its residency says; the rest stays on the device</source>
        <translation>オプティマイザ状態のうち、指定した置き場所に置く割合。残りはデバイスに置く</translation>
    </message>
    <message>
        <source>Work that overlaps on one stream</source>
        <translation>同じストリームで重なる処理</translation>
    </message>
    <message>
        <source>Overlapping</source>
        <translation>重なるもの</translation>
    </message>
    <message>
        <source>Begin before an earlier one on the stream is over</source>
        <translation>同じストリームの先のものが終わる前に始まる数</translation>
    </message>
    <message>
        <source>Summed</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Of each row&apos;s own duration</source>
        <translation>各行自身の長さの合計</translation>
    </message>
    <message>
        <source>Time in which the stream runs anything, counted once</source>
        <translation>ストリームで何かが動いている時間（重なりは一度だけ数える）</translation>
    </message>
    <message>
        <source>Device work by annotation</source>
        <translation>注釈別のデバイスの処理</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>範囲数</translation>
    </message>
    <message>
        <source>Those around which no other one has the same name</source>
        <translation>同じ名前の範囲に囲まれていないもの</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>ホスト上</translation>
    </message>
    <message>
        <source>The ranges&apos; own time</source>
        <translation>範囲そのものの時間</translation>
    </message>
    <message>
        <source>Launched inside, at any depth</source>
        <translation>内側で起動した数（深さを問わない）</translation>
    </message>
    <message>
        <source>Theirs, summed</source>
        <translation>それらの時間の合計</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>デバイス上</translation>
    </message>
    <message>
        <source>Of each range, from the first begin to the last end of what it launched</source>
        <translation>各範囲が起動したものの最初の開始から最後の終了まで</translation>
    </message>
    <message>
        <source>Explained</source>
        <translation>説明できる割合</translation>
    </message>
    <message>
        <source>Of the range, and of the work launched in it that goes on behind its end</source>
        <translation>区間と、区間内で起動してその終わりの後も続く処理に対する割合</translation>
    </message>
    <message>
        <source>The events say how long they take and what they need, but not when they began: each is shown as beginning when all that it needs is over. Their times were not measured.</source>
        <translation>イベントにはかかる時間と必要とするものの記録はありますが、開始時刻がありません。必要とするものがすべて終わった時点で始まるものとして表示します。時刻は実測ではありません。</translation>
    </message>
    <message>
        <source>its number</source>
        <translation>デバイスの番号</translation>
    </message>
    <message>
        <source>where it begins</source>
        <translation>先頭のアドレス</translation>
    </message>
    <message>
        <source>got from the driver</source>
        <translation>ドライバから得たバイト数</translation>
    </message>
    <message>
        <source>bytes that tensors hold</source>
        <translation>テンソルが保持するバイト数</translation>
    </message>
    <message>
        <source>bytes that tensors hold or streams still use</source>
        <translation>テンソルが保持するか、ストリームがまだ使っているバイト数</translation>
    </message>
    <message>
        <source>bytes in blocks that nobody holds</source>
        <translation>保持するもののないブロックのバイト数</translation>
    </message>
    <message>
        <source>bytes of the largest of these</source>
        <translation>そのうち最大のブロックのバイト数</translation>
    </message>
    <message>
        <source>how many it is cut into</source>
        <translation>分割されたブロックの数</translation>
    </message>
    <message>
        <source>that it belongs to</source>
        <translation>属するストリーム</translation>
    </message>
    <message>
        <source>small or large</source>
        <translation>small または large</translation>
    </message>
    <message>
        <source>1 where it can grow</source>
        <translation>拡張できるものは 1</translation>
    </message>
    <message>
        <source>innermost frame of who asked for it; NULL: not recorded</source>
        <translation>要求元の最も内側のフレーム。NULL: 記録なし</translation>
    </message>
    <message>
        <source>all frames, innermost first, one a line</source>
        <translation>すべてのフレーム（内側から、1 行に 1 つ）</translation>
    </message>
    <message>
        <source>address of the segment it is cut from</source>
        <translation>切り出し元のセグメントのアドレス</translation>
    </message>
    <message>
        <source>as cut out of the segment</source>
        <translation>セグメントから切り出したバイト数</translation>
    </message>
    <message>
        <source>as the program asked for; 0: nobody holds it</source>
        <translation>プログラムが要求したバイト数。0: 保持するものがない</translation>
    </message>
    <message>
        <source>allocated, pending_free, inactive or unknown</source>
        <translation>allocated、pending_free、inactive、unknown のいずれか</translation>
    </message>
    <message>
        <source>in ns; the place in the list times 1,000 where the file has no times</source>
        <translation>ns。ファイルに時刻がなければ、一覧での順番の 1,000 倍</translation>
    </message>
    <message>
        <source>alloc, free_requested, free_completed, segment_alloc, …, oom</source>
        <translation>alloc、free_requested、free_completed、segment_alloc、…、oom</translation>
    </message>
    <message>
        <source>of the block; of oom, bytes the driver had free</source>
        <translation>ブロックのアドレス。oom ではドライバの空きバイト数</translation>
    </message>
    <message>
        <source>bytes of the block</source>
        <translation>ブロックのバイト数</translation>
    </message>
    <message>
        <source>bytes that the program holds after it</source>
        <translation>その後にプログラムが保持しているバイト数</translation>
    </message>
    <message>
        <source>that asked</source>
        <translation>要求したストリーム</translation>
    </message>
    <message>
        <source>as the program named it; NULL: it did not</source>
        <translation>プログラムが付けた名前。NULL: なし</translation>
    </message>
    <message>
        <source>innermost frame of who did it; NULL: not recorded</source>
        <translation>実行元の最も内側のフレーム。NULL: 記録なし</translation>
    </message>
    <message>
        <source>of snapshots: what allocators got from the driver</source>
        <translation>スナップショット：アロケータがドライバから得たもの</translation>
    </message>
    <message>
        <source>of snapshots: what segments are cut into, and who holds it</source>
        <translation>スナップショット：セグメントから切り出したブロックと、その保持元</translation>
    </message>
    <message>
        <source>of snapshots: what allocators did, and who asked for it</source>
        <translation>スナップショット：アロケータの動きと、その要求元</translation>
    </message>
    <message>
        <source>By the memory of a device</source>
        <translation>デバイスのメモリの順</translation>
    </message>
    <message>
        <source>Memory of a device</source>
        <translation>デバイスのメモリ</translation>
    </message>
    <message>
        <source>the plan that comes nearest to fit</source>
        <translation>収まるのに最も近い計画</translation>
    </message>
    <message>
        <source>Closed form</source>
        <translation>閉形式</translation>
    </message>
    <message>
        <source>Busiest row</source>
        <translation>最も忙しい行</translation>
    </message>
    <message>
        <source>largest share of the picture that a row works</source>
        <translation>行が働く時間の、図全体に対する最大の割合</translation>
    </message>
    <message>
        <source>batches looked up, not yet put</source>
        <translation>参照済みで書き戻し前のバッチ</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>How devices that share a sequence attend: keys and values go round, or each gets whole sequences of a part of the heads</source>
        <translation>系列を分け合うデバイスのアテンションの方法：キーと値を回すか、ヘッドの一部について系列全体を受け取るか</translation>
    </message>
    <message>
        <source>Rank of the adapters that learn beside frozen weights (LoRA); 0: all weights learn</source>
        <translation>凍結した重みの横で学習するアダプターのランク（LoRA）。0：すべての重みが学習</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 デバイス</translation>
    </message>
    <message>
        <source>%1 differs by %2 of A&apos;s; %3 were allowed.</source>
        <translation>%1 の差は A の %2。許容は %3。</translation>
    </message>
    <message>
        <source>%1 has no %2 memory</source>
        <translation>%1 には%2メモリがありません</translation>
    </message>
    <message>
        <source>%1 has no engine for %2</source>
        <translation>%1 には %2 の演算器がありません</translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>%1 個保持</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1メモリ</translation>
    </message>
    <message>
        <source>%1 more parameter servers</source>
        <translation>パラメータサーバをあと %1 台</translation>
    </message>
    <message>
        <source>%1 number %2 of group %3: all ranks came, it was completed on ranks %4 and not on %5: look at the network and the devices.</source>
        <translation>グループ %3 の %1 (%2 番): 全ランクが到着し、ランク %4 では完了、ランク %5 では未完了です。ネットワークとデバイスを調べてください。</translation>
    </message>
    <message>
        <source>%1 number %2 of group %3: of ranks %4 there is no dump, ranks %5 wait; a process that died writes none.</source>
        <translation>グループ %3 の %1 (%2 番): ランク %4 のダンプがなく、ランク %5 が待っています。異常終了したプロセスはダンプを書きません。</translation>
    </message>
    <message>
        <source>%1 number %2 of group %3: ranks %4 never issued it, ranks %5 wait.</source>
        <translation>グループ %3 の %1 (%2 番): ランク %4 は発行しておらず、ランク %5 が待っています。</translation>
    </message>
    <message>
        <source>%1 of %2 collectives were matched by when they ran, which is a guess; they are left out of the verdict.</source>
        <translation>集団通信 %2 件中 %1 件は実行時刻による推定で対応付けたため、判定から除いています。</translation>
    </message>
    <message>
        <source>%1 ranks are not in the run, the first is rank %2: in collectives that last longer than they must, the others wait %3 for them.</source>
        <translation>%1 個のランクが実行記録にありません（最初はランク %2）。必要以上に長い集団通信で、他のランクはそれらを %3 待っています。</translation>
    </message>
    <message>
        <source>1F1B, overlapped pairs</source>
        <translation>1F1B、対を重ねる</translation>
    </message>
    <message>
        <source>4 B a sample</source>
        <translation>サンプルごとに 4 B</translation>
    </message>
    <message>
        <source>4 B an occurrence</source>
        <translation>出現ごとに 4 B</translation>
    </message>
    <message>
        <source>8 B a different id</source>
        <translation>異なる ID ごとに 8 B</translation>
    </message>
    <message>
        <source>8 B an id</source>
        <translation>ID ごとに 8 B</translation>
    </message>
    <message>
        <source>A cluster of PERSIA&apos;s roles, for the recommender&apos;s view</source>
        <translation>recommender の画面で使う PERSIA の役割のクラスタ</translation>
    </message>
    <message>
        <source>A has %1 ranks, B has %2: a step is that of one rank in each, and only where both are of the same job do the figures belong together.</source>
        <translation>A は %1 ランク、B は %2 ランクです。ステップはそれぞれ 1 ランクのもので、両方が同じジョブのものであるときだけ値を比べられます。</translation>
    </message>
    <message>
        <source>A has %1 ranks, B has %2: times are means over the ranks of each.</source>
        <translation>A は %1 ランク、B は %2 ランクです。時間はそれぞれのランクの平均です。</translation>
    </message>
    <message>
        <source>A is %1, B is %2.</source>
        <translation>A は %1、B は %2 です。</translation>
    </message>
    <message>
        <source>A model of the catalogue, or its file</source>
        <translation>カタログのモデル名、またはファイル</translation>
    </message>
    <message>
        <source>A pipeline that runs all micro-batches forward, then all backward, and recomputes the layers (arXiv:1811.06965)</source>
        <translation>全マイクロバッチの順伝播の後に全ての逆伝播を行い、層を再計算するパイプライン（arXiv:1811.06965）</translation>
    </message>
    <message>
        <source>A plan file</source>
        <translation>計画ファイル</translation>
    </message>
    <message>
        <source>A recommender has no layers to cut into stages</source>
        <translation>推薦モデルにはステージに分ける層がありません</translation>
    </message>
    <message>
        <source>A stage holds several chunks of layers that are not neighbours; the number of micro-batches is a multiple of the stages.</source>
        <translation>1 つのステージが、隣り合わない層のまとまりを複数持ちます。マイクロバッチ数はステージ数の倍数にします。</translation>
    </message>
    <message>
        <source>A tensor group cut in both directions excludes it</source>
        <translation>2 方向に分割したテンソルグループとは併用できません</translation>
    </message>
    <message>
        <source>A trace file; one for each rank of a run</source>
        <translation>トレースファイル（ランクごとに 1 つ）</translation>
    </message>
    <message>
        <source>Accumulate gradients over the micro-batches, and synchronise them with the last one only.</source>
        <translation>マイクロバッチの間は勾配を累積し、最後のときだけ同期します。</translation>
    </message>
    <message>
        <source>Always gathered below</source>
        <translation>常に収集（未満）</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>自動混合精度</translation>
    </message>
    <message>
        <source>B  backward</source>
        <translation>B  逆伝播</translation>
    </message>
    <message>
        <source>Backward of micro-batch %1, stage %2</source>
        <translation>マイクロバッチ %1 の逆伝播、ステージ %2</translation>
    </message>
    <message>
        <source>CPU cycles for TCP</source>
        <translation>TCP の CPU 時間</translation>
    </message>
    <message>
        <source>CPU cycles of TCP</source>
        <translation>TCP の CPU サイクル</translation>
    </message>
    <message>
        <source>CPU machines alone (mio)</source>
        <translation>CPU マシンだけ（mio）</translation>
    </message>
    <message>
        <source>Call each layer through a checkpoint function; a layer must give the same result when it runs again, its random numbers included.</source>
        <translation>各層をチェックポイント関数を通して呼びます。層は、もう一度実行しても乱数を含めて同じ結果にならなければなりません。</translation>
    </message>
    <message>
        <source>Call the core of the attention through a checkpoint function, inside each layer.</source>
        <translation>各層の中で、アテンションの中心部分をチェックポイント関数を通して呼びます。</translation>
    </message>
    <message>
        <source>Checkpoints cut over the group</source>
        <translation>チェックポイントをグループ内で分割</translation>
    </message>
    <message>
        <source>Chunks of layers a stage</source>
        <translation>ステージあたりの層のまとまり</translation>
    </message>
    <message>
        <source>Communicate from the device (NCCL, RCCL) or beside the device&apos;s work.</source>
        <translation>デバイスから通信する（NCCL、RCCL）か、デバイスの処理と並行して通信してください。</translation>
    </message>
    <message>
        <source>Communication runs through a library of the host (gloo, MPI); its calls are counted.</source>
        <translation>通信はホストのライブラリ（gloo、MPI）で行われており、その呼び出しを数えています。</translation>
    </message>
    <message>
        <source>Communication takes %1 a step (%2) while nothing computes, of %3 in all; most of it is %4.</source>
        <translation>計算と重ならない通信が 1 ステップあたり %1（%2）あります（通信全体は %3）。主なものは %4 です。</translation>
    </message>
    <message>
        <source>Communication through the host takes %1 a step (%2) while nothing computes, of %3 in all.</source>
        <translation>ホスト経由の通信のうち計算と重ならないものが 1 ステップあたり %1（%2）あります（通信全体は %3）。</translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation>計算の形式</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Copies and fills take %1 a step (%2) while nothing else runs; most of it is %3.</source>
        <translation>他に何も動いていない間のコピーとメモリ設定が 1 ステップあたり %1（%2）あります。主なものは %3 です。</translation>
    </message>
    <message>
        <source>Copy from and to pinned memory without blocking (pin_memory, non_blocking=True), and keep its buffers.</source>
        <translation>ピン留めメモリとの間でブロックせずにコピーし（pin_memory、non_blocking=True）、そのバッファを使い回してください。</translation>
    </message>
    <message>
        <source>Cut every sequence over the ranks: position numbers, masks and labels follow the cut, and attention is one that exchanges keys and values.</source>
        <translation>シーケンスをランクの間で切り分けます。位置番号、マスク、ラベルも同じように切り、アテンションはキーと値を交換するものを使います。</translation>
    </message>
    <message>
        <source>Cuts products in both directions (2D); 1: the usual cut in one</source>
        <translation>行列積を 2 方向に分割（2D）。1：通常の 1 方向</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s buffers</source>
        <translation>DEEPSPEEDのバッファ</translation>
    </message>
    <message>
        <source>Device %1: %2 of the reserved %3 is free, but the largest piece is %4; expandable segments would help.</source>
        <translation>デバイス %1: 確保した %3 のうち %2 が空いていますが、最大の連続領域は %4 です。拡張可能セグメントが有効です。</translation>
    </message>
    <message>
        <source>Devices that share a sequence&apos;s tokens exclude it</source>
        <translation>シーケンスのトークンを分け合うデバイスとは併用できません</translation>
    </message>
    <message>
        <source>Do not read results back in the loop (.item(), .cpu(), printing a loss), or do it some steps later; copy inputs from pinned memory without blocking.</source>
        <translation>ループ内で結果を読み戻さないか（.item()、.cpu()、損失の表示）、数ステップ後に読み戻してください。入力はピン留めメモリからブロックせずにコピーしてください。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>ドロップアウト</translation>
    </message>
    <message>
        <source>Each rank keeps its part of what a full recompute starts from, and gathers it before</source>
        <translation>全再計算の出発点を各ランクが分担して保持し、使う前に収集します</translation>
    </message>
    <message>
        <source>Else they are gathered once for forward and once for backward</source>
        <translation>そうでなければ、順伝播と逆伝播で 1 回ずつ集めます</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック数</translation>
    </message>
    <message>
        <source>Every collective that the recorders hold was completed: no hang.</source>
        <translation>記録されている集合通信はすべて完了しています。ハングはありません。</translation>
    </message>
    <message>
        <source>Every device holds the whole model and all-reduces the gradients (PyTorch DDP, arXiv:2006.15704)</source>
        <translation>各デバイスがモデル全体を持ち、勾配をオールリデュースします（PyTorch DDP、arXiv:2006.15704）</translation>
    </message>
    <message>
        <source>Every replica holds and updates all weights</source>
        <translation>どのレプリカもすべての重みを持ち、更新します</translation>
    </message>
    <message>
        <source>Experts e</source>
        <translation>エキスパート e</translation>
    </message>
    <message>
        <source>F  forward</source>
        <translation>F  順伝播</translation>
    </message>
    <message>
        <source>FB  forward with a backward</source>
        <translation>FB  順伝播と逆伝播</translation>
    </message>
    <message>
        <source>Fetch ahead: more workers, prefetching, pinned memory, decoding and augmenting elsewhere.</source>
        <translation>先読みしてください：ワーカーの増加、プリフェッチ、ピン留めメモリ、デコードや拡張の別処理化。</translation>
    </message>
    <message>
        <source>Fewer, larger kernels: fusion, larger batches.</source>
        <translation>カーネルを少なく大きくしてください：融合、より大きなバッチ。</translation>
    </message>
    <message>
        <source>For the interleaved schedule</source>
        <translation>インターリーブのスケジュール用</translation>
    </message>
    <message>
        <source>Forward of micro-batch %1, stage %2</source>
        <translation>マイクロバッチ %1 の順伝播、ステージ %2</translation>
    </message>
    <message>
        <source>Forward of micro-batch %1, stage %2, with backward of micro-batch %3, stage %4</source>
        <translation>マイクロバッチ %1 の順伝播 (ステージ %2) とマイクロバッチ %3 の逆伝播 (ステージ %4)</translation>
    </message>
    <message>
        <source>Fuse them: torch.compile, fused layers (norm, activation, dropout), a fused optimizer.</source>
        <translation>融合してください：torch.compile、融合層（正規化、活性化、ドロップアウト）、融合オプティマイザ。</translation>
    </message>
    <message>
        <source>Fused cross entropy</source>
        <translation>融合した交差エントロピー</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Gathered ahead</source>
        <translation>先に収集</translation>
    </message>
    <message>
        <source>Gathered at most</source>
        <translation>収集の上限</translation>
    </message>
    <message>
        <source>Gathered weights</source>
        <translation>収集する重み</translation>
    </message>
    <message>
        <source>Give the ranks equal work (batch, sequence lengths, experts, tables), or look at this device&apos;s clock and temperature.</source>
        <translation>ランクの仕事（バッチ、系列長、エキスパート、表）を均等にするか、このデバイスのクロックと温度を確認してください。</translation>
    </message>
    <message>
        <source>Gradients and optimizer state are divided over the replicas, and layers inside a node where that is not enough (arXiv:1910.02054)</source>
        <translation>勾配とオプティマイザ状態をレプリカに分割し、それで足りなければ層をノード内で分割する（arXiv:1910.02054）</translation>
    </message>
    <message>
        <source>Gradients are</source>
        <translation>勾配の形式</translation>
    </message>
    <message>
        <source>Gradients are scattered to shards, not summed whole</source>
        <translation>勾配はシャードに分散され、全体では合計されません</translation>
    </message>
    <message>
        <source>Gradients are summed whole: none is sharded</source>
        <translation>勾配は全体で合計されます（分割なし）</translation>
    </message>
    <message>
        <source>Gradients in</source>
        <translation>勾配の置き場所</translation>
    </message>
    <message>
        <source>Hardware of the catalogue, or its file</source>
        <translation>カタログのハードウェア名、またはファイル</translation>
    </message>
    <message>
        <source>How many a replica takes in a step</source>
        <translation>レプリカが 1 ステップで処理する数</translation>
    </message>
    <message>
        <source>How many copies train on different samples</source>
        <translation>別々のサンプルで学習する複製の数</translation>
    </message>
    <message>
        <source>How many devices share a sequence&apos;s tokens</source>
        <translation>シーケンスのトークンを分け合うデバイスの数</translation>
    </message>
    <message>
        <source>How many devices share an expert&apos;s matrix products; fewer than t leave more to divide the experts over. 0: as t</source>
        <translation>1つのエキスパートの行列積を何台で分け合うか。t より少なければ、その分エキスパートを多くのデバイスに配れます。0 は t と同じ</translation>
    </message>
    <message>
        <source>How many devices share each matrix product</source>
        <translation>各行列積を分け合うデバイスの数</translation>
    </message>
    <message>
        <source>How many samples the data set has</source>
        <translation>データセットのサンプル数</translation>
    </message>
    <message>
        <source>How many stages the layers are cut into</source>
        <translation>層を分けるステージの数</translation>
    </message>
    <message>
        <source>How many the whole training sees, such as 300 B</source>
        <translation>学習全体で見るトークン数（例：300 B）</translation>
    </message>
    <message>
        <source>How many the whole training sees, such as 40 M</source>
        <translation>学習全体で見るサンプル数（例：40 M）</translation>
    </message>
    <message>
        <source>How many tokens the decoder behind an encoder sees</source>
        <translation>エンコーダの後ろのデコーダが見るトークンの数</translation>
    </message>
    <message>
        <source>How often the whole training sees its data set</source>
        <translation>学習全体でデータセットを見る回数</translation>
    </message>
    <message>
        <source>I  input gradient</source>
        <translation>I  入力勾配</translation>
    </message>
    <message>
        <source>Inside an IPU</source>
        <translation>IPUの内部</translation>
    </message>
    <message>
        <source>IO tiles: they overlap transfers with computing, and compute nothing</source>
        <translation>IOタイル：計算と転送を重ねますが、計算はしません</translation>
    </message>
    <message>
        <source>Implementation</source>
        <translation>実装</translation>
    </message>
    <message>
        <source>In phases every layer is treated alike</source>
        <translation>段階的実行ではすべての層を同じに扱います</translation>
    </message>
    <message>
        <source>Input gradient of micro-batch %1, stage %2</source>
        <translation>マイクロバッチ %1 の入力勾配、ステージ %2</translation>
    </message>
    <message>
        <source>Issue the collectives of all groups in the same order on every rank.</source>
        <translation>すべてのランクで、全グループの集合通信を同じ順序で発行してください。</translation>
    </message>
    <message>
        <source>It needs tensor and sequence parallelism</source>
        <translation>テンソル並列とシーケンス並列が必要です</translation>
    </message>
    <message>
        <source>Keep gathered weights</source>
        <translation>集めた重みを逆伝播まで残す</translation>
    </message>
    <message>
        <source>Keep the allocator&apos;s cache: no empty_cache() in the loop, fixed shapes, expandable segments.</source>
        <translation>アロケータのキャッシュを保ってください：ループ内で empty_cache() を呼ばない、形状を固定する、拡張可能セグメントを使う。</translation>
    </message>
    <message>
        <source>Language of the window and of pictures: en or ja</source>
        <translation>画面と図の言語：en または ja</translation>
    </message>
    <message>
        <source>Launch less: compile or fuse operations, use larger batches.</source>
        <translation>起動を減らしてください：演算のコンパイルや融合、より大きなバッチ。</translation>
    </message>
    <message>
        <source>Launch less: graphs of kernels, torch.compile, fused optimizers, larger batches.</source>
        <translation>起動を減らしてください：カーネルのグラフ、torch.compile、融合オプティマイザ、より大きなバッチ。</translation>
    </message>
    <message>
        <source>Layers are split over a tensor axis and experts over the replicas, without a pipeline (arXiv:1811.02084, arXiv:2006.16668)</source>
        <translation>パイプラインを使わず、層をテンソル軸で、エキスパートをレプリカ間で分割します（arXiv:1811.02084、arXiv:2006.16668）</translation>
    </message>
    <message>
        <source>Layers run one after another on the same devices, their weights streamed in from a larger memory (Graphcore PopXL)</source>
        <translation>同じデバイスで層を順に実行し、重みを大きなメモリから流し込みます（Graphcore PopXL）</translation>
    </message>
    <message>
        <source>Layers that recompute</source>
        <translation>再計算する層数</translation>
    </message>
    <message>
        <source>Layers whose weights are kept</source>
        <translation>重みを残す層数</translation>
    </message>
    <message>
        <source>Let the engine own the optimizer: the training loop calls the engine&apos;s backward and step, and checkpoints are gathered or saved in shards.</source>
        <translation>オプティマイザをエンジンに任せます。学習ループはエンジンの backward と step を呼び、チェックポイントは集めるか、分割したまま保存します。</translation>
    </message>
    <message>
        <source>Look at the network between these ranks and at their devices&apos; errors.</source>
        <translation>これらのランク間のネットワークと、デバイスのエラーを調べてください。</translation>
    </message>
    <message>
        <source>Look at what only these steps do: checkpoints, evaluation, logging, garbage collection.</source>
        <translation>これらのステップだけが行うことを見てください：チェックポイント、評価、ログ、ガベージコレクション。</translation>
    </message>
    <message>
        <source>MLP gradients, all-reduce</source>
        <translation>MLP 勾配のオールリデュース</translation>
    </message>
    <message>
        <source>MLP optimizer</source>
        <translation>MLP のオプティマイザ</translation>
    </message>
    <message>
        <source>Masks are kept for backward</source>
        <translation>マスクを逆伝播のために残します</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>マスター重み</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>Memory for temporaries, %</source>
        <translation>一時領域のメモリ（%）</translation>
    </message>
    <message>
        <source>Mesh-TensorFlow, GShard</source>
        <translation>Mesh-TensorFlow、GShard</translation>
    </message>
    <message>
        <source>Micro-batch b</source>
        <translation>マイクロバッチ b</translation>
    </message>
    <message>
        <source>More micro-batches, more stages a rank (interleaved), or a schedule without bubbles; balance the stages.</source>
        <translation>マイクロバッチを増やす、ランクあたりのステージを増やす（インターリーブ）、バブルのないスケジュールを使う、ステージを均等にする。</translation>
    </message>
    <message>
        <source>NN worker %1</source>
        <translation>NN ワーカー %1</translation>
    </message>
    <message>
        <source>NN worker: computing</source>
        <translation>NN ワーカー：計算</translation>
    </message>
    <message>
        <source>NN worker: embeddings got</source>
        <translation>NN ワーカー：埋め込みの取得</translation>
    </message>
    <message>
        <source>NN worker: gradients put</source>
        <translation>NN ワーカー：勾配の書き戻し</translation>
    </message>
    <message>
        <source>NN workers</source>
        <translation>NN ワーカー</translation>
    </message>
    <message>
        <source>Numbers and optimizer</source>
        <translation>数値形式とオプティマイザ</translation>
    </message>
    <message>
        <source>Numbers on the wire</source>
        <translation>通信時の数値形式</translation>
    </message>
    <message>
        <source>NVLink ids</source>
        <translation>NVLink ID</translation>
    </message>
    <message>
        <source>NVLink vectors</source>
        <translation>NVLink ベクトル</translation>
    </message>
    <message>
        <source>Name the hardware (--hardware) to see shares of its peaks.</source>
        <translation>ハードウェア（--hardware）を指定すると、ピークに対する割合が見られます。</translation>
    </message>
    <message>
        <source>No annotation names micro-batches (&quot;PP:0F3&quot;, &quot;Forward 3&quot;), and no sends and receives lead from stage to stage: not a pipeline, or one rank of it.</source>
        <translation>マイクロバッチを示す注釈（&quot;PP:0F3&quot;、&quot;Forward 3&quot;）がなく、ステージからステージへの送受信もありません。パイプラインでないか、その 1 ランクだけの記録です。</translation>
    </message>
    <message>
        <source>No annotation names micro-batches: what a rank waits for is told by its sends and receives. A bubble is time in which it computes nothing and waits for one of them, and what lies before its first and behind its last work of a step.</source>
        <translation>マイクロバッチを示す注釈がないため、ランクが何を待つかは送受信から判断します。バブルは、何も計算せずに送受信を待つ時間と、ステップの最初の処理より前および最後の処理より後の時間です。</translation>
    </message>
    <message>
        <source>No annotation names stages of a parameter server (&quot;## embedding get 3 ##&quot;).</source>
        <translation>パラメータサーバのステージを示す注釈（&quot;## embedding get 3 ##&quot;）がありません。</translation>
    </message>
    <message>
        <source>No call could be linked to the device work it launched: the file holds no correlation ids and no arrows between them.</source>
        <translation>呼び出しと、それが始めたデバイスの処理を結び付けられません。ファイルに相関 ID も矢印もありません。</translation>
    </message>
    <message>
        <source>No call could be linked to the work it launched, so waiting for the host cannot be told from other idle time.</source>
        <translation>呼び出しと、それが始めた処理を結び付けられないため、ホスト待ちとほかの空き時間を区別できません。</translation>
    </message>
    <message>
        <source>No copy or fill says how much it moves.</source>
        <translation>転送量を示すコピーやフィルがありません。</translation>
    </message>
    <message>
        <source>No device rows: all communication counts as exposed.</source>
        <translation>デバイスの行がないため、通信はすべて隠れないものとみなします。</translation>
    </message>
    <message>
        <source>No file of the run is a snapshot of an allocator (torch.cuda.memory._dump_snapshot).</source>
        <translation>アロケータのスナップショット（torch.cuda.memory._dump_snapshot）のファイルがありません。</translation>
    </message>
    <message>
        <source>No kernel communicates: one device, or its collectives were not recorded.</source>
        <translation>通信するカーネルがありません。デバイスが 1 台か、集団通信が記録されていません。</translation>
    </message>
    <message>
        <source>No kernel looks up embeddings and no all-to-all was matched.</source>
        <translation>埋め込みを参照するカーネルも、対応づけられたオールトゥオールもありません。</translation>
    </message>
    <message>
        <source>No rank holds the others up in most of the steps.</source>
        <translation>過半数のステップで他のランクを待たせているランクはありません。</translation>
    </message>
    <message>
        <source>No steps were found: no step marks, no annotation that repeats over most of the run, and the kernels follow no period.</source>
        <translation>ステップが見つかりません。印も、実行の大半で繰り返す注釈もなく、カーネルに周期もありません。</translation>
    </message>
    <message>
        <source>No weights are gathered twice</source>
        <translation>2 回集める重みがありません</translation>
    </message>
    <message>
        <source>Norms and dropouts between the parallel layers work on a part of the sequence: their weights&apos; gradients are all-reduced, their random state differs by rank.</source>
        <translation>並列化した層の間の正規化とドロップアウトはシーケンスの一部だけを扱います。その重みの勾配はオールリデュースし、乱数の状態はランクごとに変えます。</translation>
    </message>
    <message>
        <source>Nothing beyond a training loop on one device.</source>
        <translation>1 台のデバイスでの学習ループのほかには何も要りません。</translation>
    </message>
    <message>
        <source>Nothing is recomputed</source>
        <translation>再計算するものがありません</translation>
    </message>
    <message>
        <source>Of %1 sends and receives the other end is not known (record_shapes=True may name it): ranks wait for one another there unseen, so nobody is blamed for coming last.</source>
        <translation>送受信 %1 回は相手が不明です（record_shapes=True で分かることがあります）。そこでの互いの待ちは見えないため、最後に来たランクを原因とはしません。</translation>
    </message>
    <message>
        <source>Of most sends and receives the other end is not known (record_shapes=True may name it), so the path cannot be followed from rank to rank.</source>
        <translation>大半の送受信で相手が不明なため（record_shapes=True で分かることがあります）、ランクからランクへの経路をたどれません。</translation>
    </message>
    <message>
        <source>Of the optimizer state, per cent</source>
        <translation>オプティマイザ状態のうち (%)</translation>
    </message>
    <message>
        <source>Of these, along the hidden width t₂</source>
        <translation>うち隠れ幅方向 t₂</translation>
    </message>
    <message>
        <source>Only IPUs divide their memory like this</source>
        <translation>このようにメモリを分けるのはIPUだけです</translation>
    </message>
    <message>
        <source>Only a stack of transformer layers is divided like this</source>
        <translation>このように分割できるのは Transformer の層の積み重ねだけです</translation>
    </message>
    <message>
        <source>Only fp32 weights are cast for their products</source>
        <translation>行列積のために変換されるのは fp32 の重みだけです</translation>
    </message>
    <message>
        <source>Only phased execution has phases</source>
        <translation>フェーズがあるのは段階的実行のときだけです</translation>
    </message>
    <message>
        <source>Only sequence parallelism gathers activations</source>
        <translation>活性値を集めるのはシーケンス並列のときだけです</translation>
    </message>
    <message>
        <source>Only the interleaved schedule cuts a stage into chunks</source>
        <translation>ステージをまとまりに分けるのはインターリーブのときだけです</translation>
    </message>
    <message>
        <source>Only whole layers start again from a checkpoint</source>
        <translation>チェックポイントから再開するのは層全体の再計算だけです</translation>
    </message>
    <message>
        <source>Open the files of the missing ranks with these.</source>
        <translation>欠けているランクのファイルも一緒に開いてください。</translation>
    </message>
    <message>
        <source>Optimizer state in</source>
        <translation>オプティマイザ状態の置き場所</translation>
    </message>
    <message>
        <source>Optimizer state is</source>
        <translation>オプティマイザの状態の形式</translation>
    </message>
    <message>
        <source>Optimizer state rts′</source>
        <translation>オプティマイザ状態 rts′</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Over how many ranks of the replicas the experts of a layer lie</source>
        <translation>1 層のエキスパートをレプリカの何ランクに分けて置くか</translation>
    </message>
    <message>
        <source>Over how many replicas the optimizer state is divided</source>
        <translation>オプティマイザ状態を分けるレプリカの数</translation>
    </message>
    <message>
        <source>Over how many replicas the stored gradients are divided</source>
        <translation>保持する勾配を分けるレプリカの数</translation>
    </message>
    <message>
        <source>Over how many replicas the stored weights are divided</source>
        <translation>保持する重みを分けるレプリカの数</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>並列化</translation>
    </message>
    <message>
        <source>PERSIA, full async</source>
        <translation>PERSIA（完全非同期）</translation>
    </message>
    <message>
        <source>PERSIA, full sync</source>
        <translation>PERSIA（完全同期）</translation>
    </message>
    <message>
        <source>PERSIA, hybrid</source>
        <translation>PERSIA（ハイブリッド）</translation>
    </message>
    <message>
        <source>PERSIA, naive hybrid</source>
        <translation>PERSIA（単純ハイブリッド）</translation>
    </message>
    <message>
        <source>PaddlePaddle</source>
        <translation>PaddlePaddle</translation>
    </message>
    <message>
        <source>Parts that a device runs one after another, streaming the weights in</source>
        <translation>重みを流し込みながらデバイスが順に実行する部分の数</translation>
    </message>
    <message>
        <source>Phases (0: all at once)</source>
        <translation>フェーズ数（0：一括）</translation>
    </message>
    <message>
        <source>Phases from</source>
        <translation>フェーズの読み込み元</translation>
    </message>
    <message>
        <source>Pipeline p</source>
        <translation>パイプライン p</translation>
    </message>
    <message>
        <source>Pixels of a PNG for each of its size: 1 to 4</source>
        <translation>PNG の倍率：1〜4</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>一括設定</translation>
    </message>
    <message>
        <source>Products of fp32 weights are made in 16 bits</source>
        <translation>fp32 の重みの行列積を 16 ビットで行います</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 longer than the median of the others, in %3 of %4 steps.</source>
        <translation>ランク %1 の計算は、%4 ステップ中 %3 ステップで他のランクの中央値より %2 長くかかっています。</translation>
    </message>
    <message>
        <source>Rank %1 is waited for most in %2 of %3 steps; the others wait %4 for it, of %5 in all.</source>
        <translation>%3 ステップ中 %2 ステップで最も待たれたのはランク %1 です。他のランクは全体 %5 のうち %4 をその待ちに費やしています。</translation>
    </message>
    <message>
        <source>Rank %1 sends %2 more through all-to-alls than the mean of all ranks.</source>
        <translation>ランク %1 はオールトゥオールで全ランクの平均より %2 多く送っています。</translation>
    </message>
    <message>
        <source>Rank %1 spends %2 more time on embeddings than the mean of all ranks.</source>
        <translation>ランク %1 は埋め込みに全ランクの平均より %2 長い時間を費やしています。</translation>
    </message>
    <message>
        <source>Rank %1, %2: %3 of %4 idle time is the device waiting for the host to launch work; the longest waits are marked.</source>
        <translation>ランク %1、%2: 空き時間 %4 のうち %3 は、ホストが処理を始めるのをデバイスが待つ時間です。最も長い待ちに印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1, %2: %3 of %4 kernels and copies begin before an earlier one on the stream is over (programmatic dependent launch). All are kept; %5 lie in several of them, which sums by name count each time and all other times once.</source>
        <translation>ランク %1、%2: カーネルとコピー %4 個のうち %3 個が、同じストリームの先のものが終わる前に始まります（programmatic dependent launch）。すべて残しています。%5 は複数のものが重なる時間で、名前別の合計ではそれぞれに数え、ほかの時間では一度だけ数えます。</translation>
    </message>
    <message>
        <source>Rank %1, %2: at the peak %3 of the reserved %4 is allocated to nothing.</source>
        <translation>ランク %1、%2: ピーク時、確保した %4 のうち %3 がどこにも割り当てられていません。</translation>
    </message>
    <message>
        <source>Rank %1, %2: the peak of %3 is marked.</source>
        <translation>ランク %1、%2: ピーク %3 に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1, %2: the queue is full for %3, so launching calls block; the longest such time is marked.</source>
        <translation>ランク %1、%2: キューが %3 の間いっぱいで、起動の呼び出しが止まります。最も長い時間に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1: %2 calls wait for the device, and the file does not say for which work; record with synchronisation events to see it.</source>
        <translation>ランク %1: %2 個の呼び出しがデバイスを待っていますが、どの処理かは記録されていません。同期イベントを付けて記録するとわかります。</translation>
    </message>
    <message>
        <source>Rank %1: %2 kernels and copies have no launching call in the file; they are left out here.</source>
        <translation>ランク %1: %2 個のカーネルとコピーには起動の呼び出しがファイルにないため、ここでは除きました。</translation>
    </message>
    <message>
        <source>Rank %1: %2 links go back in time, because the clocks of host and device differ; they were left out.</source>
        <translation>ランク %1: ホストとデバイスの時計が違うため、%2 本のつながりが時間を逆行します。除きました。</translation>
    </message>
    <message>
        <source>Rank %1: %2 of %3 kernels and copies begin long after the work before them on their stream, %4 in all; the longest gaps are marked.</source>
        <translation>ランク %1：カーネルとコピー %3 件中 %2 件が、同じストリームの直前の処理から長く間を置いて始まります（合計 %4）。最も長い間隔に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1: %2 of %3 kernels and copies run shorter than the call that launches them; larger batches, fusion or CUDA graphs would help.</source>
        <translation>ランク %1: %3 個のうち %2 個のカーネルとコピーは、起動の呼び出しより短く終わります。バッチの拡大、融合、CUDA グラフが有効です。</translation>
    </message>
    <message>
        <source>Rank %1: %2 of %3 of communication is not hidden behind computation; the longest times are marked.</source>
        <translation>ランク %1: 通信 %3 のうち %2 が計算に隠れていません。最も長い時間に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1: %2 of %3 takes most device time of all products, %4.</source>
        <translation>ランク %1: %3 の %2 が行列積の中で最も長いデバイス時間 %4 を使います。</translation>
    </message>
    <message>
        <source>Rank %1: %2 takes %3 of %4 of computing.</source>
        <translation>ランク %1: %2 が計算 %4 のうち %3 を占めます。</translation>
    </message>
    <message>
        <source>Rank %1: a batch every %2, of stages that add up to %3.</source>
        <translation>ランク %1: %2 ごとに 1 バッチ。ステージの合計は %3。</translation>
    </message>
    <message>
        <source>Rank %1: communication is %2 of the path&apos;s %3.</source>
        <translation>ランク %1: 経路 %3 のうち、通信が %2 です。</translation>
    </message>
    <message>
        <source>Rank %1: computing on the device is %2 of the path&apos;s %3.</source>
        <translation>ランク %1: 経路 %3 のうち、デバイスの計算が %2 です。</translation>
    </message>
    <message>
        <source>Rank %1: embeddings are read while up to %2 earlier batches are not put back (batch %3); %4 on average.</source>
        <translation>ランク %1: 最大 %2 個の先行バッチが書き戻される前に埋め込みを読んでいます（バッチ %3）。平均は %4。</translation>
    </message>
    <message>
        <source>Rank %1: every batch is put back before the next is read: synchronous.</source>
        <translation>ランク %1: どのバッチも次が読まれる前に書き戻されています（同期）。</translation>
    </message>
    <message>
        <source>Rank %1: launching is %2 of the path&apos;s %3.</source>
        <translation>ランク %1: 経路 %3 のうち、起動が %2 です。</translation>
    </message>
    <message>
        <source>Rank %1: pauses between kernels are %2 of the path&apos;s %3.</source>
        <translation>ランク %1: 経路 %3 のうち、カーネル間の休止が %2 です。</translation>
    </message>
    <message>
        <source>Rank %1: the device is idle for %2 of %3; the longest times are marked.</source>
        <translation>ランク %1: デバイスは %3 のうち %2 の間、空いています。最も長い時間に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1: the file marks no steps; they were found by the period of its kernels.</source>
        <translation>ランク %1: ファイルにステップの印がないため、カーネルの周期から求めました。</translation>
    </message>
    <message>
        <source>Rank %1: the host&apos;s own work is %2 of the path&apos;s %3.</source>
        <translation>ランク %1: 経路 %3 のうち、ホスト自身の処理が %2 です。</translation>
    </message>
    <message>
        <source>Rank %1: the longest wait between a call and its work is %2; the work is marked.</source>
        <translation>ランク %1: 呼び出しから処理までの最長の待ちは %2 です。その処理に印を付けました。</translation>
    </message>
    <message>
        <source>Rank %1: the operations whose work is counted cover only %2 of the kernels&apos; time; the utilisation is a lower bound.</source>
        <translation>ランク %1：演算量を数えた演算はカーネル時間の %2 しか占めないため、利用率は下限です。</translation>
    </message>
    <message>
        <source>Rank %1: the path explains %2 of %3. In the rest nothing that was recorded leads from one event to the next: take its shares with care.</source>
        <translation>ランク %1: 経路は %3 のうち %2 を説明します。残りには、あるイベントから次のイベントへのつながりが記録されていません。経路の割合は慎重に見てください。</translation>
    </message>
    <message>
        <source>Rank %1: there is no range number %3 whose name starts with &quot;%2&quot;; the whole run was taken.</source>
        <translation>ランク %1: 名前が「%2」で始まる %3 番目の範囲がないため、実行全体を対象にしました。</translation>
    </message>
    <message>
        <source>Rank %1: what the file tells explains %2 of the range. The path here explains %3: it takes a thread that paused to have waited for the operation of another thread that ended last meanwhile, or else to have been busy by itself (Python, input), and a call that waits for the device for the work that ended last.</source>
        <translation>ランク %1: ファイルの記録だけで説明できるのは区間の %2 です。ここでの経路は %3 を説明します。休止したスレッドは、その間に最後に終わった別のスレッドの演算を待っていたか、それがなければ自身の処理（Python、入力）をしていたとみなし、デバイスを待つ呼び出しは、最後に終わった処理を待っていたとみなします。</translation>
    </message>
    <message>
        <source>Rank %1: work launched in the range goes on for %2 behind its end, and the path with it.</source>
        <translation>ランク %1: 区間内で起動した処理が区間の終わりの後も %2 続き、経路もそこまで延びます。</translation>
    </message>
    <message>
        <source>Ranks %1 wait for each other in a circle: they issue collectives of different groups in different orders.</source>
        <translation>ランク %1 は互いに循環して待っています。異なるグループの集合通信を異なる順序で発行しています。</translation>
    </message>
    <message>
        <source>Record host and device together to see what the device waits for.</source>
        <translation>デバイスが何を待つかを知るには、ホストとデバイスを一緒に記録してください。</translation>
    </message>
    <message>
        <source>Reduced at a time</source>
        <translation>一度に縮約</translation>
    </message>
    <message>
        <source>Replace the linear layers by ones that keep scaling factors for 8-bit products.</source>
        <translation>線形層を、8 ビットの行列積のためのスケールを持つものに置き換えます。</translation>
    </message>
    <message>
        <source>Replace the linear layers, the embedding and the loss by ones that hold a slice (column- and row-parallel); every rank of a tensor group sees the same samples.</source>
        <translation>線形層、埋め込み、損失を、一部分だけを持つもの（列並列と行並列）に置き換えます。テンソルグループの全ランクが同じサンプルを受け取ります。</translation>
    </message>
    <message>
        <source>Replicas r</source>
        <translation>レプリカ r</translation>
    </message>
    <message>
        <source>RoCE all-reduce</source>
        <translation>RoCE オールリデュース</translation>
    </message>
    <message>
        <source>RoCE ids</source>
        <translation>RoCE ID</translation>
    </message>
    <message>
        <source>RoCE vectors</source>
        <translation>RoCE ベクトル</translation>
    </message>
    <message>
        <source>Sharding over the replicas</source>
        <translation>レプリカ間の分割（複製テンソルシャーディング）</translation>
    </message>
    <message>
        <source>Samples of an epoch</source>
        <translation>1 エポックのサンプル数</translation>
    </message>
    <message>
        <source>Say first how many samples an epoch has</source>
        <translation>先に 1 エポックのサンプル数を指定してください</translation>
    </message>
    <message>
        <source>Say for every stage which layers it holds; checkpoints of an even split have to be converted.</source>
        <translation>各ステージが持つ層を指定します。均等に分けたときのチェックポイントは変換が必要です。</translation>
    </message>
    <message>
        <source>Scale the loss, and skip steps whose gradients overflow.</source>
        <translation>損失をスケーリングし、勾配があふれたステップは飛ばします。</translation>
    </message>
    <message>
        <source>Scattered gradients</source>
        <translation>分散する勾配</translation>
    </message>
    <message>
        <source>See what ends when the wait ends: an event of another stream, a copy from pageable memory, a blocking call.</source>
        <translation>待ちの終わりに何が終わるかを見てください：他のストリームのイベント、ページ可能メモリからのコピー、ブロックする呼び出し。</translation>
    </message>
    <message>
        <source>See what this rank&apos;s host does before it comes: input, logging, a busy processor.</source>
        <translation>到着前にこのランクのホストが何をしているかを見てください：入力、ログ、プロセッサの混雑。</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>シーケンス並列</translation>
    </message>
    <message>
        <source>Sequence parallelism cuts in one direction only</source>
        <translation>シーケンス並列は 1 方向にしか分割しません</translation>
    </message>
    <message>
        <source>Size of the picture in pixels, as 1600x900</source>
        <translation>図の大きさ（画素）、例 1600x900</translation>
    </message>
    <message>
        <source>Slices of an expert</source>
        <translation>エキスパート内の分割</translation>
    </message>
    <message>
        <source>So much of it lies there; the rest stays on the device</source>
        <translation>この割合をそこに置き、残りはデバイスに置きます</translation>
    </message>
    <message>
        <source>Start it earlier or in smaller buckets beside computation, send narrower types, or give this axis fewer ranks or faster links.</source>
        <translation>計算と並行してより早く、または小さなバケットで始める、狭い型で送る、この軸のランクを減らすかリンクを速くしてください。</translation>
    </message>
    <message>
        <source>Step %1: the ranks neither run forward nor backward for %2 of %3.</source>
        <translation>ステップ %1: 各ランクは %3 のうち %2 の間、順伝播も逆伝播も実行していません。</translation>
    </message>
    <message>
        <source>Summed gradients</source>
        <translation>合計する勾配</translation>
    </message>
    <message>
        <source>The whole training</source>
        <translation>学習全体</translation>
    </message>
    <message>
        <source>Tensor parallelism inside a node, then a 1F1B pipeline, as little of both as fits; replicas for the rest (arXiv:2104.04473)</source>
        <translation>ノード内はテンソル並列、その先は 1F1B のパイプライン。どちらも収まる範囲で最小にし、残りはレプリカにします（arXiv:2104.04473）</translation>
    </message>
    <message>
        <source>Tensor t</source>
        <translation>テンソル t</translation>
    </message>
    <message>
        <source>Tensors saved for backward go through hooks that copy them out and back.</source>
        <translation>逆伝播のために残すテンソルは、外へ写して戻すフックを通します。</translation>
    </message>
    <message>
        <source>The clocks of %1 of %2 files are not known; they are left out.</source>
        <translation>%2 ファイル中 %1 ファイルの時計が不明なため、除いています。</translation>
    </message>
    <message>
        <source>The devices are idle for %1 a step (%2); the file does not say who launched what came next.</source>
        <translation>デバイスは 1 ステップあたり %1（%2）待機しています。次の処理を誰が起動したかはファイルに記録されていません。</translation>
    </message>
    <message>
        <source>The devices have nothing to do for %1 a step (%2) because the host is held in copies until they are done (%3).</source>
        <translation>ホストがコピーの完了まで止められるため（%3）、デバイスは 1 ステップあたり %1（%2）することがありません。</translation>
    </message>
    <message>
        <source>The devices pause for %1 a step (%2) between kernels that were launched in time.</source>
        <translation>起動が間に合っているカーネルの間で、デバイスは 1 ステップあたり %1（%2）休止しています。</translation>
    </message>
    <message>
        <source>The devices run dry for %1 a step (%2) because the host waits for them in %3.</source>
        <translation>ホストが %3 でデバイスを待つため、デバイスは 1 ステップあたり %1（%2）空になります。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) for input data (%3).</source>
        <translation>デバイスは 1 ステップあたり %1（%2）入力データを待っています（%3）。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) for the host, which launches %3 kernels and copies a step one by one.</source>
        <translation>デバイスは 1 ステップあたり %1（%2）ホストを待っています。ホストは 1 ステップに %3 個のカーネルとコピーを一つずつ起動しています。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host communicates (%3).</source>
        <translation>ホストが通信する間（%3）、デバイスは 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host computes %3.</source>
        <translation>ホストが %3 を計算する間、デバイスは 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host gets or frees device memory (%3).</source>
        <translation>ホストがデバイスメモリを確保・解放する間（%3）、デバイスは 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) with work already launched: for an event, another stream or a transfer.</source>
        <translation>起動済みの処理があるのに、デバイスは 1 ステップあたり %1（%2）イベント、他のストリーム、転送のいずれかを待っています。</translation>
    </message>
    <message>
        <source>The first %1 steps are left out of the verdict as warm-up: %2 of waiting lie in them.</source>
        <translation>最初の %1 ステップはウォームアップとして判定から除きました。その中の待ちは %2 です。</translation>
    </message>
    <message>
        <source>The first so many of each stage; the others keep all they need</source>
        <translation>各ステージの先頭からこの数。ほかの層は必要なものをすべて残します</translation>
    </message>
    <message>
        <source>The last so many of each stage; those of the others are gathered twice</source>
        <translation>各ステージの末尾からこの数。ほかの層の重みは 2 回集めます</translation>
    </message>
    <message>
        <source>The loss never keeps the logits in 32 bits</source>
        <translation>損失の計算で 32 ビットのロジットを残しません</translation>
    </message>
    <message>
        <source>The model has no attention cores to recompute</source>
        <translation>このモデルには再計算するアテンションの中心部分がありません</translation>
    </message>
    <message>
        <source>The model has no encoder with a decoder behind it</source>
        <translation>このモデルにはエンコーダとその後ろのデコーダがありません</translation>
    </message>
    <message>
        <source>The model has no experts</source>
        <translation>このモデルにはエキスパートがありません</translation>
    </message>
    <message>
        <source>The model has no vocabulary</source>
        <translation>このモデルには語彙がありません</translation>
    </message>
    <message>
        <source>The model&apos;s samples are not made of tokens</source>
        <translation>このモデルのサンプルはトークンではありません</translation>
    </message>
    <message>
        <source>The number format of products where it differs from that of the weights</source>
        <translation>重みと異なる場合の、行列積の数値形式</translation>
    </message>
    <message>
        <source>The optimizer state is divided over the replicas, and layers inside a node where that is not enough (arXiv:1910.02054)</source>
        <translation>オプティマイザ状態をレプリカに分割し、それで足りなければ層をノード内で分割する（arXiv:1910.02054）</translation>
    </message>
    <message>
        <source>The optimizer state is on the device</source>
        <translation>オプティマイザ状態はデバイスにあります</translation>
    </message>
    <message>
        <source>The pipeline&apos;s ranks neither run forward nor backward for %1 a step (%2); equal stages without transfers would lose %3.</source>
        <translation>パイプラインのランクは 1 ステップあたり %1（%2）順伝播も逆伝播も実行していません。転送のない均等なステージなら %3 です。</translation>
    </message>
    <message>
        <source>The preset sets it; choose &quot;by hand&quot; to change it</source>
        <translation>プリセットで決まります。変えるには「手動」を選んでください</translation>
    </message>
    <message>
        <source>The ranks of a tensor group hold nothing twice</source>
        <translation>テンソルグループのランクは何も重複して持ちません</translation>
    </message>
    <message>
        <source>The ranks share no collective that could be matched.</source>
        <translation>ランク間で対応づけられる集団通信がありません。</translation>
    </message>
    <message>
        <source>The ranks wait %1 a step (%2) in collectives for somebody who is not in the run (ranks missing: %3; the first is rank %4).</source>
        <translation>ランクは集団通信で、実行記録にない相手を 1 ステップあたり %1（%2）待っています。%3 個のランクが欠けており、最初はランク %4 です。</translation>
    </message>
    <message>
        <source>The ranks&apos; clocks could not be aligned, so their times cannot be compared; the import report says why.</source>
        <translation>ランクの時計を合わせられないため、時刻を比べられません。理由は読み込み報告にあります。</translation>
    </message>
    <message>
        <source>The run holds no annotations.</source>
        <translation>この実行に注釈がありません。</translation>
    </message>
    <message>
        <source>The run holds no counters.</source>
        <translation>この実行にカウンタがありません。</translation>
    </message>
    <message>
        <source>The run holds no memory records; record it with profile_memory=True.</source>
        <translation>この実行にメモリの記録がありません。profile_memory=True を付けて記録してください。</translation>
    </message>
    <message>
        <source>The run holds no operation whose work could be counted: no product, convolution or attention.</source>
        <translation>計算量を数えられる演算（行列積、畳み込み、アテンション）がありません。</translation>
    </message>
    <message>
        <source>The run holds no work of a device: no kernels, copies or fills. It was recorded without them, or nothing ran on one.</source>
        <translation>この実行にはデバイスの処理（カーネル、コピー、フィル）がありません。記録されなかったか、デバイスで何も実行されていません。</translation>
    </message>
    <message>
        <source>The run holds no work of the host within the range.</source>
        <translation>この範囲にホストの処理がありません。</translation>
    </message>
    <message>
        <source>The run holds one rank only; open the files of all ranks together.</source>
        <translation>この実行には 1 ランクしかありません。全ランクのファイルを一緒に開いてください。</translation>
    </message>
    <message>
        <source>The run was recorded on %1; the peaks are those of %2.</source>
        <translation>実行は %1 で記録されましたが、ピーク値は %2 のものです。</translation>
    </message>
    <message>
        <source>The shapes of operations were not recorded, so their work cannot be counted; record with record_shapes=True.</source>
        <translation>演算の形状が記録されていないため、計算量を数えられません。record_shapes=True を付けて記録してください。</translation>
    </message>
    <message>
        <source>The weights are not divided over the replicas</source>
        <translation>重みはレプリカ間で分割されていません</translation>
    </message>
    <message>
        <source>There is no tensor group that could share a sequence</source>
        <translation>シーケンスを分け合うテンソルグループがありません</translation>
    </message>
    <message>
        <source>There is one device to a matrix product</source>
        <translation>行列積は 1 台で計算されます</translation>
    </message>
    <message>
        <source>There is one replica: nothing to divide over</source>
        <translation>レプリカが 1 つなので、分割する相手がありません</translation>
    </message>
    <message>
        <source>There is one stage: nothing to order</source>
        <translation>ステージが 1 つなので、順序の違いがありません</translation>
    </message>
    <message>
        <source>Tiles that only stream</source>
        <translation>転送専用タイル</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>Tokens in a sequence</source>
        <translation>シーケンスのトークン数</translation>
    </message>
    <message>
        <source>Tokens in the decoder</source>
        <translation>デコーダのトークン数</translation>
    </message>
    <message>
        <source>Up to what the model was made for, or beyond</source>
        <translation>モデルの上限まで、またはそれ以上</translation>
    </message>
    <message>
        <source>Use a library that communicates from the device, or overlap the calls with computation.</source>
        <translation>デバイスから通信するライブラリを使うか、呼び出しを計算と重ねてください。</translation>
    </message>
    <message>
        <source>Use an optimizer that updates in the host&apos;s memory; the host needs the cores and the memory bandwidth for it.</source>
        <translation>ホストメモリ上で更新するオプティマイザを使います。ホストには、そのためのコアとメモリ帯域が必要です。</translation>
    </message>
    <message>
        <source>Use mixture-of-experts layers that send tokens to the ranks of their experts; the experts&apos; gradients are averaged over fewer ranks than the rest.</source>
        <translation>トークンをエキスパートのあるランクへ送る MoE 層を使います。エキスパートの勾配は、ほかより少ないランクの間で平均します。</translation>
    </message>
    <message>
        <source>W  weight gradient</source>
        <translation>W  重み勾配</translation>
    </message>
    <message>
        <source>What is kept, and where</source>
        <translation>何をどこに置くか</translation>
    </message>
    <message>
        <source>Whose code</source>
        <translation>実装</translation>
    </message>
    <message>
        <source>Weight gradient of micro-batch %1, stage %2</source>
        <translation>マイクロバッチ %1 の重み勾配、ステージ %2</translation>
    </message>
    <message>
        <source>Weights are</source>
        <translation>重みの形式</translation>
    </message>
    <message>
        <source>Weights come to the device layer by layer: the engine has to know the order in which layers run, which forbids control flow that changes it.</source>
        <translation>重みは層ごとにデバイスへ運ばれます。エンジンは層の実行順を知っている必要があり、順序が変わる制御はできません。</translation>
    </message>
    <message>
        <source>Weights in</source>
        <translation>重みの置き場所</translation>
    </message>
    <message>
        <source>Weights of 32 bits are their own master</source>
        <translation>32 ビットの重みには別のマスター重みは要りません</translation>
    </message>
    <message>
        <source>Weights rts</source>
        <translation>重み rts</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer state are divided over the replicas, and layers inside a node where that is not enough (arXiv:1910.02054)</source>
        <translation>重み・勾配・オプティマイザ状態をレプリカに分割し、それで足りなければ層をノード内で分割する（arXiv:1910.02054）</translation>
    </message>
    <message>
        <source>What lies between the parallel layers is divided over the tensor group, too</source>
        <translation>並列化した層の間にあるものも、テンソルグループで分割します</translation>
    </message>
    <message>
        <source>With --export analyses: which one, as analyze --list names it; with --export timeline: critical_path draws the path of the first step</source>
        <translation>--export analyses で描く分析。名前は analyze --list のとおり。--export timeline では critical_path で最初のステップのクリティカルパスを描く</translation>
    </message>
    <message>
        <source>Wrap every layer (fully_shard, or build the model under zero.Init); code that reads parameters outside forward has to gather them first.</source>
        <translation>各層を包みます（fully_shard、または zero.Init の下でモデルを作る）。順伝播の外でパラメータを読むコードは、先に集める必要があります。</translation>
    </message>
    <message>
        <source>Wrap the model so that gradients are averaged over the replicas (DistributedDataParallel), and give each replica samples of its own (DistributedSampler).</source>
        <translation>勾配がレプリカ間で平均されるようにモデルを包み（DistributedDataParallel）、レプリカごとに別のサンプルを与えます（DistributedSampler）。</translation>
    </message>
    <message>
        <source>Write the model as a sequence of stages that hand on one tensor; a schedule takes micro-batches in the place of the loop&apos;s forward and backward, and the loss is known on the last stage only.</source>
        <translation>モデルを、テンソルを 1 つ受け渡すステージの列として書きます。順伝播と逆伝播の呼び出しの代わりに、スケジュールがマイクロバッチを受け取ります。損失は最後のステージでだけ分かります。</translation>
    </message>
    <message>
        <source>Write the model as phases with their weights and optimizer state in remote buffers; each phase runs all micro-batches before the next one is loaded.</source>
        <translation>重みとオプティマイザの状態をリモートバッファに置いたフェーズとしてモデルを書きます。各フェーズは、次を読み込む前に全マイクロバッチを処理します。</translation>
    </message>
    <message>
        <source>XDL, asynchronous</source>
        <translation>XDL（非同期）</translation>
    </message>
    <message>
        <source>XDL, synchronous</source>
        <translation>XDL（同期）</translation>
    </message>
    <message>
        <source>ZB-V (heuristic)</source>
        <translation>ZB-V（ヒューリスティック）</translation>
    </message>
    <message>
        <source>ZeRO-1</source>
        <translation>ZeRO-1</translation>
    </message>
    <message>
        <source>ZeRO-2</source>
        <translation>ZeRO-2</translation>
    </message>
    <message>
        <source>ZeRO-3</source>
        <translation>ZeRO-3</translation>
    </message>
    <message>
        <source>Zion, previous generation</source>
        <translation>Zion（前世代）</translation>
    </message>
    <message>
        <source>ZionEX, plain operators</source>
        <translation>ZionEX、融合なし</translation>
    </message>
    <message>
        <source>ZionEX, synchronous</source>
        <translation>ZionEX（同期）</translation>
    </message>
    <message>
        <source>a GPU&apos;s links in the node</source>
        <translation>GPU のノード内リンク</translation>
    </message>
    <message>
        <source>a GPU&apos;s own network card</source>
        <translation>GPU ごとの NIC</translation>
    </message>
    <message>
        <source>a batch of every NN worker in %1 · staleness up to %2 · %3 accelerators</source>
        <translation>NN ワーカーすべてのバッチ %1 · 古さは最大 %2 · アクセラレータ %3 台</translation>
    </message>
    <message>
        <source>a smaller micro-batch: b = %1</source>
        <translation>マイクロバッチを小さくする：b = %1</translation>
    </message>
    <message>
        <source>activations loaded</source>
        <translation>活性値の読み込み</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>オールリデュース</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>計算と同じ</translation>
    </message>
    <message>
        <source>as the encoder</source>
        <translation>エンコーダと同じ</translation>
    </message>
    <message>
        <source>as the weights</source>
        <translation>重みと同じ</translation>
    </message>
    <message>
        <source>availableMemoryProportion; 0: what the operations need</source>
        <translation>availableMemoryProportion。0：演算に必要なだけ</translation>
    </message>
    <message>
        <source>backward, in vain</source>
        <translation>逆伝播（無駄）</translation>
    </message>
    <message>
        <source>bandwidth of the %1 memory</source>
        <translation>%1メモリの帯域</translation>
    </message>
    <message>
        <source>batch over the hosts&apos; network</source>
        <translation>バッチの受信（ホストの網）</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>batches from readers</source>
        <translation>読み込みからのバッチ</translation>
    </message>
    <message>
        <source>batches read ahead</source>
        <translation>先読みしたバッチ</translation>
    </message>
    <message>
        <source>batches that queue at servers and loaders</source>
        <translation>サーバーとローダーで待つバッチ</translation>
    </message>
    <message>
        <source>bits of a product</source>
        <translation>積のビット数</translation>
    </message>
    <message>
        <source>bottom MLP</source>
        <translation>下側 MLP</translation>
    </message>
    <message>
        <source>bottom MLP, backward</source>
        <translation>下側 MLP 逆伝播</translation>
    </message>
    <message>
        <source>bottom MLP, forward</source>
        <translation>下側 MLP 順伝播</translation>
    </message>
    <message>
        <source>breadth-first</source>
        <translation>幅優先</translation>
    </message>
    <message>
        <source>busiest device</source>
        <translation>最も忙しいデバイス</translation>
    </message>
    <message>
        <source>cache misses</source>
        <translation>キャッシュミス</translation>
    </message>
    <message>
        <source>calibration %1 beyond its runs: %2</source>
        <translation>較正 %1 の実行の範囲外：%2</translation>
    </message>
    <message>
        <source>capacity of the %1 memory</source>
        <translation>%1メモリの容量</translation>
    </message>
    <message>
        <source>checkpoints to storage</source>
        <translation>チェックポイントの保存</translation>
    </message>
    <message>
        <source>collectives in the passes</source>
        <translation>パス内の集団通信</translation>
    </message>
    <message>
        <source>context degree</source>
        <translation>コンテキスト分割数</translation>
    </message>
    <message>
        <source>contiguous_gradients: reduced out of a buffer made beforehand</source>
        <translation>contiguous_gradients：あらかじめ確保したバッファから縮約します</translation>
    </message>
    <message>
        <source>cores of the %1</source>
        <translation>%1のコア数</translation>
    </message>
    <message>
        <source>cut checkpoints over the tensor group</source>
        <translation>チェックポイントをテンソル群で分割する</translation>
    </message>
    <message>
        <source>data loaders</source>
        <translation>データローダ</translation>
    </message>
    <message>
        <source>dense features</source>
        <translation>密な特徴</translation>
    </message>
    <message>
        <source>dense part</source>
        <translation>密部分（MLP）</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>デバイス %1</translation>
    </message>
    <message>
        <source>device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>devices that have more of one part than the busiest in all</source>
        <translation>全体では最も忙しくなくても、ある部分を多く持つデバイス</translation>
    </message>
    <message>
        <source>devices that send more than the one that computes longest</source>
        <translation>計算が最も長いデバイスより多く送るデバイス</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>embedding get</source>
        <translation>埋め込みの取得</translation>
    </message>
    <message>
        <source>embedding get %1</source>
        <translation>埋め込みの取得 %1</translation>
    </message>
    <message>
        <source>embedding get %1 again</source>
        <translation>埋め込みの再取得 %1</translation>
    </message>
    <message>
        <source>embedding put</source>
        <translation>勾配の書き戻し</translation>
    </message>
    <message>
        <source>embedding put %1</source>
        <translation>勾配の書き戻し %1</translation>
    </message>
    <message>
        <source>embedding workers</source>
        <translation>埋め込みワーカー</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>equal stages, until the simulation is done</source>
        <translation>シミュレーションが終わるまで均等なステージで表示</translation>
    </message>
    <message>
        <source>fewer micro-batches than the pipeline has stages</source>
        <translation>ステージ数より少ないマイクロバッチ</translation>
    </message>
    <message>
        <source>fewer replicas: r = %1</source>
        <translation>レプリカを減らす：r = %1</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>フラッシュアテンションを使う</translation>
    </message>
    <message>
        <source>forward, in vain</source>
        <translation>順伝播（無駄）</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>from the stage before</source>
        <translation>前のステージから</translation>
    </message>
    <message>
        <source>from the stage behind</source>
        <translation>後のステージから</translation>
    </message>
    <message>
        <source>front-end</source>
        <translation>フロントエンド</translation>
    </message>
    <message>
        <source>get embeddings</source>
        <translation>埋め込みの取得</translation>
    </message>
    <message>
        <source>gradients that are ready late for their all-reduce</source>
        <translation>遅れて揃いオールリデュースを待たせる勾配</translation>
    </message>
    <message>
        <source>gradients, all-to-all</source>
        <translation>勾配のオールトゥオール</translation>
    </message>
    <message>
        <source>hatched: recomputing</source>
        <translation>斜線: 再計算</translation>
    </message>
    <message>
        <source>heap</source>
        <translation>ヒープ</translation>
    </message>
    <message>
        <source>heap with contiguous gradients</source>
        <translation>ヒープ（連続した勾配）</translation>
    </message>
    <message>
        <source>heap with gradients where they lie</source>
        <translation>ヒープ（勾配はその場）</translation>
    </message>
    <message>
        <source>hidden width</source>
        <translation>隠れ幅</translation>
    </message>
    <message>
        <source>host, in vain</source>
        <translation>ホスト（無駄）</translation>
    </message>
    <message>
        <source>ids, all-to-all</source>
        <translation>ID のオールトゥオール</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>interaction and top MLP, forward</source>
        <translation>相互作用と上側 MLP 順伝播</translation>
    </message>
    <message>
        <source>interaction of the features</source>
        <translation>特徴の相互作用</translation>
    </message>
    <message>
        <source>interleaved 1F1B</source>
        <translation>インターリーブ 1F1B</translation>
    </message>
    <message>
        <source>interleaved zero bubble</source>
        <translation>インターリーブ ゼロバブル</translation>
    </message>
    <message>
        <source>keep the activations in %1 memory</source>
        <translation>活性値を%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the gradients in %1 memory</source>
        <translation>勾配を%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the optimizer state in %1 memory</source>
        <translation>オプティマイザ状態を%1メモリに置く</translation>
    </message>
    <message>
        <source>keep the tables in fp16</source>
        <translation>表を fp16 で持つ</translation>
    </message>
    <message>
        <source>keep the weights in %1 memory</source>
        <translation>重みを%1メモリに置く</translation>
    </message>
    <message>
        <source>let rows be evicted: lookups that miss, %1</source>
        <translation>行の追い出しを許す：ミスする参照 %1</translation>
    </message>
    <message>
        <source>link inside a node</source>
        <translation>ノード内のリンク</translation>
    </message>
    <message>
        <source>link inside a pod</source>
        <translation>ポッド内のリンク</translation>
    </message>
    <message>
        <source>link of the cluster</source>
        <translation>クラスタのリンク</translation>
    </message>
    <message>
        <source>longest sequence</source>
        <translation>最長シーケンス</translation>
    </message>
    <message>
        <source>lookup and pooling</source>
        <translation>参照とプーリング</translation>
    </message>
    <message>
        <source>lookups and gradients</source>
        <translation>参照と勾配</translation>
    </message>
    <message>
        <source>lookups and updates</source>
        <translation>参照と更新</translation>
    </message>
    <message>
        <source>machines with accelerators (mio+)</source>
        <translation>アクセラレータ付きマシン（mio+）</translation>
    </message>
    <message>
        <source>mean device</source>
        <translation>平均的なデバイス</translation>
    </message>
    <message>
        <source>measured all-to-all</source>
        <translation>実測したオールトゥオール</translation>
    </message>
    <message>
        <source>memory of the %1</source>
        <translation>%1のメモリ</translation>
    </message>
    <message>
        <source>messages between stages that are not hidden</source>
        <translation>隠れないステージ間のメッセージ</translation>
    </message>
    <message>
        <source>micro-batch</source>
        <translation>マイクロバッチ</translation>
    </message>
    <message>
        <source>micro-batches in flight</source>
        <translation>処理中のマイクロバッチ</translation>
    </message>
    <message>
        <source>more context parallelism: c = %1, r = %2</source>
        <translation>コンテキスト並列を増やす：c = %1、r = %2</translation>
    </message>
    <message>
        <source>more expert parallelism: experts over %1 ranks</source>
        <translation>エキスパート並列を増やす：%1 ランクに分割</translation>
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
        <source>network of the %1</source>
        <translation>%1のネットワーク</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>指定なし</translation>
    </message>
    <message>
        <source>number of the %1</source>
        <translation>%1の台数</translation>
    </message>
    <message>
        <source>optimizer, in vain</source>
        <translation>オプティマイザ（無駄）</translation>
    </message>
    <message>
        <source>other memory</source>
        <translation>他のメモリ</translation>
    </message>
    <message>
        <source>parameter servers</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>peak rate of %1</source>
        <translation>%1 のピーク演算速度</translation>
    </message>
    <message>
        <source>perceptrons</source>
        <translation>パーセプトロン</translation>
    </message>
    <message>
        <source>phased execution</source>
        <translation>段階的実行</translation>
    </message>
    <message>
        <source>phased execution: stream the model through the device in %1 phases</source>
        <translation>段階的実行：モデルを %1 フェーズに分けてデバイスに流す</translation>
    </message>
    <message>
        <source>phases&apos; loads and stores that the passes do not hide</source>
        <translation>計算に隠れないフェーズの読み込みと書き戻し</translation>
    </message>
    <message>
        <source>phases&apos; weights loaded</source>
        <translation>フェーズの重みの読み込み</translation>
    </message>
    <message>
        <source>pipeline degree</source>
        <translation>パイプライン分割数</translation>
    </message>
    <message>
        <source>pipeline messages</source>
        <translation>パイプラインのメッセージ</translation>
    </message>
    <message>
        <source>plain data parallelism</source>
        <translation>単純なデータ並列</translation>
    </message>
    <message>
        <source>planned step %1</source>
        <translation>計画のステップ %1</translation>
    </message>
    <message>
        <source>power of a device</source>
        <translation>デバイスの電力</translation>
    </message>
    <message>
        <source>price of an hour</source>
        <translation>1 時間の価格</translation>
    </message>
    <message>
        <source>put gradients</source>
        <translation>勾配の送信</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>待ち行列</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>リーダー</translation>
    </message>
    <message>
        <source>reads and updates</source>
        <translation>読み出しと更新</translation>
    </message>
    <message>
        <source>received over TCP</source>
        <translation>TCP の受信</translation>
    </message>
    <message>
        <source>recompute all activations</source>
        <translation>活性値をすべて再計算する</translation>
    </message>
    <message>
        <source>recompute every layer</source>
        <translation>すべての層を再計算する</translation>
    </message>
    <message>
        <source>recompute the attention cores</source>
        <translation>アテンションの中核を再計算する</translation>
    </message>
    <message>
        <source>reduce_bucket_size: elements of gradients</source>
        <translation>reduce_bucket_size：勾配の要素数</translation>
    </message>
    <message>
        <source>replica traffic</source>
        <translation>レプリカの通信</translation>
    </message>
    <message>
        <source>replica traffic that the passes do not hide</source>
        <translation>計算に隠れないレプリカ間の通信</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>再起動</translation>
    </message>
    <message>
        <source>row-wise Adagrad for the tables</source>
        <translation>表に行ごとの Adagrad を使う</translation>
    </message>
    <message>
        <source>rows missed by the cache</source>
        <translation>キャッシュにない行</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>sent over TCP</source>
        <translation>TCP の送信</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>シーケンス並列</translation>
    </message>
    <message>
        <source>sequence parallelism over the tensor group</source>
        <translation>テンソル群でのシーケンス並列</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>応答中</translation>
    </message>
    <message>
        <source>shard gradients and optimizer state over the replicas (ZeRO-2)</source>
        <translation>勾配とオプティマイザ状態をレプリカ間で分割する（ZeRO-2）</translation>
    </message>
    <message>
        <source>shard the optimizer state over the replicas (ZeRO-1)</source>
        <translation>オプティマイザ状態をレプリカ間で分割する（ZeRO-1）</translation>
    </message>
    <message>
        <source>shard weights, gradients and optimizer state over the replicas (ZeRO-3)</source>
        <translation>重み、勾配、オプティマイザ状態をレプリカ間で分割する（ZeRO-3）</translation>
    </message>
    <message>
        <source>snapshot to host memory</source>
        <translation>ホストメモリへの写し</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>stage3_max_live_parameters: elements of weights</source>
        <translation>stage3_max_live_parameters：重みの要素数</translation>
    </message>
    <message>
        <source>stage3_param_persistence_threshold: elements of a tensor</source>
        <translation>stage3_param_persistence_threshold：テンソルの要素数</translation>
    </message>
    <message>
        <source>stage3_prefetch_bucket_size: elements of weights</source>
        <translation>stage3_prefetch_bucket_size：重みの要素数</translation>
    </message>
    <message>
        <source>stages that are not equal, and the schedule</source>
        <translation>均等でないステージとスケジュール</translation>
    </message>
    <message>
        <source>staleness</source>
        <translation>古さ</translation>
    </message>
    <message>
        <source>step %1 · %2 steps, one after the other</source>
        <translation>ステップ %1 · 続く %2 ステップ</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>書き戻し</translation>
    </message>
    <message>
        <source>stripe above: supersteps compute</source>
        <translation>上の帯：スーパーステップの計算</translation>
    </message>
    <message>
        <source>supersteps</source>
        <translation>スーパーステップ</translation>
    </message>
    <message>
        <source>table update</source>
        <translation>表の更新</translation>
    </message>
    <message>
        <source>tensor degree</source>
        <translation>テンソル分割数</translation>
    </message>
    <message>
        <source>the %1 memory</source>
        <translation>%1メモリ</translation>
    </message>
    <message>
        <source>the MLP server&apos;s network</source>
        <translation>MLP サーバの通信</translation>
    </message>
    <message>
        <source>the all-reduce</source>
        <translation>オールリデュース</translation>
    </message>
    <message>
        <source>the all-to-all</source>
        <translation>オールトゥオール</translation>
    </message>
    <message>
        <source>the all-to-all of ids</source>
        <translation>ID のオールトゥオール</translation>
    </message>
    <message>
        <source>the embedding servers&apos; memory</source>
        <translation>埋め込みサーバのメモリ</translation>
    </message>
    <message>
        <source>the embedding servers&apos; network</source>
        <translation>埋め込みサーバの通信</translation>
    </message>
    <message>
        <source>the failure</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>the hosts&apos; network</source>
        <translation>ホストの網</translation>
    </message>
    <message>
        <source>the machines&apos; CPU cores</source>
        <translation>マシンの CPU コア</translation>
    </message>
    <message>
        <source>the machines&apos; network</source>
        <translation>マシンのネットワーク</translation>
    </message>
    <message>
        <source>the perceptrons</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>the reader</source>
        <translation>読み込み</translation>
    </message>
    <message>
        <source>the trainers</source>
        <translation>トレーナ</translation>
    </message>
    <message>
        <source>the trainers&apos; network</source>
        <translation>トレーナの通信</translation>
    </message>
    <message>
        <source>they exchange</source>
        <translation>交換</translation>
    </message>
    <message>
        <source>they wait for the slowest</source>
        <translation>最も遅いものを待つ</translation>
    </message>
    <message>
        <source>together: %1</source>
        <translation>合わせて：%1</translation>
    </message>
    <message>
        <source>tokens a micro-batch</source>
        <translation>マイクロバッチあたりのトークン数</translation>
    </message>
    <message>
        <source>tokens a sample</source>
        <translation>標本あたりのトークン数</translation>
    </message>
    <message>
        <source>top MLP</source>
        <translation>上側 MLP</translation>
    </message>
    <message>
        <source>top MLP, backward</source>
        <translation>上側 MLP 逆伝播</translation>
    </message>
    <message>
        <source>trainer %1</source>
        <translation>トレーナ %1</translation>
    </message>
    <message>
        <source>transfers that share a link</source>
        <translation>同じリンクを分け合う転送</translation>
    </message>
    <message>
        <source>transfers under way</source>
        <translation>進行中の転送</translation>
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
        <source>vectors, all-to-all</source>
        <translation>ベクトルのオールトゥオール</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>語彙数</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>weights gathered</source>
        <translation>重みのギャザー</translation>
    </message>
    <message>
        <source>what was slowed down</source>
        <translation>遅くした資源</translation>
    </message>
    <message>
        <source>The %1 that hold most of %2; the table has all.</source>
        <translation>%2件のうち保持量の多い%1件。表にはすべてあります。</translation>
    </message>
    <message>
        <source>Of one layer and micro-batch; each pair on its own scale.</source>
        <translation>1 層・1 マイクロバッチあたり。目盛りは組ごとに異なります。</translation>
    </message>
    <message>
        <source>Layers %1: %2, %3</source>
        <translation>層 %1：%2、%3</translation>
    </message>
    <message>
        <source>even at %1</source>
        <translation>%1で同等</translation>
    </message>
    <message>
        <source>%1: to recompute takes %2, to move %3; %4</source>
        <translation>%1：再計算は%2、移動は%3。%4</translation>
    </message>
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
        <source>over capacity</source>
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
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n less full, in the table</source>
        <translation>
            <numerusform>ほか %n 組は使用量が少ないため表に記載</numerusform>
        </translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>全行</translation>
    </message>
    <message>
        <source>room on the servers</source>
        <translation>サーバの空き容量</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>常駐</translation>
    </message>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>failures of %1</source>
        <translation>%1の故障</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>学習 %1</translation>
    </message>
    <message>
        <source>A checkpoint takes %1 and is written every %2; an incremental update of %3 rows takes %4.</source>
        <translation>チェックポイントは %2 ごとに書き出し、1 回 %1 かかります。%3 行の差分更新は %4 です。</translation>
    </message>
    <message>
        <source>%1 of the lookups miss; %2 of the updates find their row evicted.</source>
        <translation>参照の %1 が失敗し、更新の %2 は行が追い出された後に届きます。</translation>
    </message>
    <message>
        <source>How often machines fail and how fast disks write is assumed: set it on the left.</source>
        <translation>故障の頻度とディスクの速度は仮定です。左で設定してください。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>A worker&apos;s batch of %1 samples has %2 ids, of which %3 differ (%4).</source>
        <translation>ワーカーのバッチ（%1 サンプル）には ID が %2 個あり、異なるものは %3 個（%4）です。</translation>
    </message>
    <message>
        <source>the inference replicas</source>
        <translation>推論レプリカ</translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation>
            <numerusform>%n レプリカ</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 requests/s, limited by %2</source>
        <translation>%1 要求/秒、制約は「%2」</translation>
    </message>
    <message>
        <source>%1 replicas answer %2 requests/s in %3 each, limited by %4.</source>
        <translation>%1 レプリカで毎秒 %2 要求に応答し、1 回 %3 かかります。制約は「%4」です。</translation>
    </message>
    <message>
        <source>Training and serving share the tables on the parameter servers, %1, and the embedding workers&apos; code; optimizer state and NN workers are training&apos;s alone.</source>
        <translation>学習と推論提供は、パラメータサーバ上の表 %1 と埋め込みワーカーのコードを共有します。オプティマイザ状態と NN ワーカーは学習だけのものです。</translation>
    </message>
    <message>
        <source>No such cluster reaches %1 samples/s: %2</source>
        <translation>このクラスタでは %1 サンプル/秒に届きません：%2</translation>
    </message>
    <message>
        <source>Enter the wanted samples/s on the left: the fewest machines of each role that reach it are looked for, the cheapest where all prices are known.</source>
        <translation>左で目標サンプル/秒を入力してください。達成できる最少の台数を役割ごとに探します（価格がすべて分かる場合は最も安いクラスタ）。</translation>
    </message>
    <message>
        <source>%1 in use</source>
        <translation>使用率 %1</translation>
    </message>
    <message>
        <source>%1 (now %2)</source>
        <translation>%1（現在 %2）</translation>
    </message>
    <message>
        <source>%1 machines reach %2 samples/s, limited by %3.</source>
        <translation>%1 台で %2 サンプル/秒に届きます。制約は「%3」です。</translation>
    </message>
    <message>
        <source>They cost %1 an hour.</source>
        <translation>費用は毎時 %1 です。</translation>
    </message>
    <message>
        <source>%1 a step, %2 samples/s; limited by %3.</source>
        <translation>1 ステップ %1、毎秒 %2 サンプル。制約は「%3」。</translation>
    </message>
    <message>
        <source>%1, exposed %2</source>
        <translation>%1（露出 %2）</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1（隠れる）</translation>
    </message>
    <message>
        <source>Hatched: hidden behind other parts. Time runs to the right; the dashed line ends the step.</source>
        <translation>斜線：ほかの処理に隠れる時間。右が時間の向き。破線がステップの終わり。</translation>
    </message>
    <message>
        <source>resident, up to %1</source>
        <translation>常駐（最大 %1）</translation>
    </message>
    <message>
        <source>Phase %1: %2 resident</source>
        <translation>フェーズ %1：%2 常駐</translation>
    </message>
    <message>
        <source>Phase %1: %2 resident, which does not fit</source>
        <translation>フェーズ %1：%2 常駐、収まりません</translation>
    </message>
    <message>
        <source>Phase %1, %2: %3, being loaded</source>
        <translation>フェーズ %1、%2：%3（読み込み中）</translation>
    </message>
    <message>
        <source>Phase %1, %2: %3</source>
        <translation>フェーズ %1、%2：%3</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>Phase %1: streaming %2, exposed %3</source>
        <translation>フェーズ %1：ストリーミング %2、隠れない時間 %3</translation>
    </message>
    <message>
        <source>Colour: bytes resident of a layer in a phase; hatched: being loaded for the phase that runs next. Below the map: streaming that computing hides (pale) and what it does not (red).</source>
        <translation>色：各フェーズで層が占めるバイト数。斜線：次のフェーズのための読み込み中。図の下：計算に隠れるストリーミング（薄い色）と隠れない分（赤）。</translation>
    </message>
    <message>
        <source>Memory of the fullest device</source>
        <translation>最も埋まるデバイスのメモリ</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>1 ステップの時間</translation>
    </message>
    <message>
        <source>%1 samples/s, %2 of the peak</source>
        <translation>毎秒 %1 サンプル、ピークの %2</translation>
    </message>
    <message>
        <source>The line across a bar is the device&apos;s capacity; what is hatched is computed again; an empty box is the bubble.</source>
        <translation>棒を横切る線はデバイスの容量、斜線は再計算、空の枠はバブルです。</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>time of one step [%1]</source>
        <translation>1 ステップの時間 [%1]</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>peak %1, reserved %2</source>
        <translation>ピーク %1、確保 %2</translation>
    </message>
    <message>
        <source>set up</source>
        <translation>準備</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中 %1</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>ありません</translation>
    </message>
    <message>
        <source>%1 of lookups</source>
        <translation>参照の %1</translation>
    </message>
    <message>
        <source>%1, hits %2</source>
        <translation>%1、ヒット %2</translation>
    </message>
    <message>
        <source>The largest tables, all shards and state</source>
        <translation>最も大きい表（全シャードとオプティマイザ状態）</translation>
    </message>
    <message>
        <source>No checkpoints are written.</source>
        <translation>チェックポイントは書き出しません。</translation>
    </message>
    <message>
        <source>A checkpoint of %1 a device takes %2 and begins every %3.</source>
        <translation>チェックポイントはデバイスあたり %1 で、%3 ごとに始まり %2 かかります。</translation>
    </message>
    <message>
        <source>That is too often: fewer ones, or smaller ones (differential, quantised), would do.</source>
        <translation>間隔が短すぎます。間隔を延ばすか、小さく（差分、量子化）すれば収まります。</translation>
    </message>
    <message>
        <source>Copying device memory to the host stops training for %1, %2 of the time.</source>
        <translation>デバイスメモリをホストへ写す間、学習は %1 止まります（全時間の %2）。</translation>
    </message>
    <message>
        <source>The hardware describes no network of the hosts (a link of level front_end): what readers and checkpoints ask of it bounds nothing here.</source>
        <translation>このハードウェアの記述にはホストの網（level が front_end のリンク）がありません。読み込みとチェックポイントによる制約は、ここでは現れません。</translation>
    </message>
    <message>
        <source>%1, %2 of it</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Of a device&apos;s share of its node&apos;s interfaces, %1 each way. A sample is %2: the network would bring %3 samples/s.</source>
        <translation>デバイス 1 台分のノードの帯域（片方向 %1）に対する割合。1 サンプルは %2 で、この網が運べるのは毎秒 %3 サンプルです。</translation>
    </message>
    <message>
        <source>accelerators, logarithmic</source>
        <translation>アクセラレータ数（対数）</translation>
    </message>
    <message>
        <source>samples/s, logarithmic</source>
        <translation>毎秒サンプル数（対数）</translation>
    </message>
    <message>
        <source>in proportion</source>
        <translation>比例した場合</translation>
    </message>
    <message>
        <source>%1 machines with %2 accelerators compute %3 of the time</source>
        <translation>マシン %1 台・アクセラレータ %2 個が時間の %3 を計算する</translation>
    </message>
    <message>
        <source>%1: %2 machines for PERSIA&apos;s %3 samples/s and its rows (%4 for the rate alone), each limited by %5.</source>
        <translation>%1：PERSIA の %3 サンプル/秒とその行には %2 台（速度だけなら %4 台）。それぞれの上限は「%5」。</translation>
    </message>
    <message>
        <source>%1 accelerators</source>
        <translation>アクセラレータ %1 個</translation>
    </message>
    <message>
        <source>%1 of a stage is waiting; full sync reaches %2 samples/s, PERSIA %3, full async %4</source>
        <translation>ステージの %1 が待ち。完全同期は %2 サンプル/秒、PERSIA は %3、完全非同期は %4</translation>
    </message>
    <message>
        <source>The share of every synchronous stage in which workers wait for the slowest, at the assumed spread of their times: full sync waits in all stages, PERSIA in the dense part.</source>
        <translation>同期するステージのうち、最も遅いワーカーを待つ割合（時間のばらつきは仮定）。完全同期はすべてのステージで、PERSIA は密な部分で待つ。</translation>
    </message>
    <message>
        <source>%1, batch %2, %3: %4; staleness %5</source>
        <translation>%1、バッチ %2、%3：%4、古さ %5</translation>
    </message>
    <message>
        <source>%1 a batch</source>
        <translation>1 バッチ %1</translation>
    </message>
    <message>
        <source>staleness up to %1</source>
        <translation>古さ 最大 %1</translation>
    </message>
    <message>
        <source>One NN worker; the numbers are batches. Times without contention between stages.</source>
        <translation>NN ワーカー 1 台。数字はバッチ番号。ステージどうしの競合を含まない時間。</translation>
    </message>
    <message>
        <source>Lines are as thick as they are full, red from nine tenths on. One direction; Zion at the rate that its tightest part leaves, ZionEX at the plan&apos;s.</source>
        <translation>線の太さは使用率、九割から赤。片方向の値。Zion は最も狭い部分が許すレート、ZionEX は計画のレート。</translation>
    </message>
    <message>
        <source>A node of this plan has %1 devices.</source>
        <translation>この計画のノードには %1 デバイスある。</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%2 のうち %1、%3</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs have no network cards: all goes by the CPUs and TCP.</source>
        <translation>GPU に NIC はない：すべて CPU と TCP を通る。</translation>
    </message>
    <message>
        <source>%1, %2 GPUs</source>
        <translation>%1、%2 GPU</translation>
    </message>
    <message>
        <source>%1 samples/s, PERSIA %2 (%3)</source>
        <translation>%1 サンプル/秒、PERSIA は %2（%3）</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>Nothing was published of other frameworks on this model.</source>
        <translation>このモデルについて他のフレームワークの公表値はない。</translation>
    </message>
    <message>
        <source>How many times their rate PERSIA had on as many V100: published, not predicted.</source>
        <translation>同数の V100 で PERSIA のレートは何倍か：公表値であり予測ではない。</translation>
    </message>
    <message>
        <source>added to the bound, logarithmic</source>
        <translation>上界への上乗せ（対数）</translation>
    </message>
    <message>
        <source>%1 accelerators, %2: +%3</source>
        <translation>アクセラレータ %1、%2：+%3</translation>
    </message>
    <message>
        <source>τ: workers</source>
        <translation>τ：ワーカー数</translation>
    </message>
    <message>
        <source>τ: batches in flight</source>
        <translation>τ：処理中のバッチ数</translation>
    </message>
    <message>
        <source>Upward: %1; to the right: %2; colour: samples/s</source>
        <translation>上：%1、右：%2、色：毎秒サンプル数</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>毎時 %1</translation>
    </message>
    <message>
        <source>%1 machines</source>
        <translation>%1 台</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4: %5 samples/s, accelerators idle %6, %7, limited by %8</source>
        <translation>%2 %1、%4 %3：毎秒 %5 サンプル、アクセラレータの待ち %6、%7、制約は「%8」</translation>
    </message>
    <message>
        <source>Framed: the cluster as it is. Red at the foot: share of time that accelerators wait. Dashed: lines of equal cost.</source>
        <translation>枠：現在のクラスタ。下端の赤：アクセラレータが待つ時間の割合。破線：費用の等しい線。</translation>
    </message>
    <message>
        <source>Arrows: traffic, share of the busier end&apos;s network, batches in that stage. Their width grows with the logarithm of the traffic.</source>
        <translation>矢印：通信量、混んでいる側のネットワークの使用率、そのステージにあるバッチ数。太さは通信量の対数。</translation>
    </message>
    <message>
        <source>%1: %2 samples/s; %3 saturate first.</source>
        <translation>%1：毎秒 %2 サンプル。先に飽和するのは「%3」。</translation>
    </message>
    <message>
        <source>A batch&apos;s ids exceed the largest message of NATS.</source>
        <translation>1 バッチの ID が NATS の最大メッセージを超えます。</translation>
    </message>
    <message>
        <source>%1 × %2 accelerators</source>
        <translation>%1 × アクセラレータ %2 台</translation>
    </message>
    <message>
        <source>%1 × %2 cores</source>
        <translation>%1 × %2 コア</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>飽和</translation>
    </message>
    <message>
        <source>%1, %2: could do %3 samples/s, %4 in use</source>
        <translation>%1、%2：毎秒 %3 サンプルまで可能、使用率 %4</translation>
    </message>
    <message>
        <source>%1 batches</source>
        <translation>%1 バッチ</translation>
    </message>
    <message>
        <source>%1 to %2: %3 of a sample, %4</source>
        <translation>%1から%2へ：1 サンプル %3、%4</translation>
    </message>
    <message>
        <source>devices, logarithmic</source>
        <translation>デバイス数（対数）</translation>
    </message>
    <message>
        <source>all-to-all alone</source>
        <translation>オールトゥオールのみ</translation>
    </message>
    <message>
        <source>hosts&apos; network alone</source>
        <translation>ホストの網のみ</translation>
    </message>
    <message>
        <source>%1 devices: %2 samples/s, efficiency %3, limited by %4</source>
        <translation>デバイス %1 台：毎秒 %2 サンプル、効率 %3、制約は「%4」</translation>
    </message>
    <message>
        <source>knee: %1 devices</source>
        <translation>屈曲点：%1 台</translation>
    </message>
    <message>
        <source>The tables fit on no number of devices tried.</source>
        <translation>試したどの台数でも表が収まりません。</translation>
    </message>
    <message>
        <source>The curve bends at %1 devices; at %2 a device does %3 of what the first did, limited by %4.</source>
        <translation>曲線は %1 台で屈曲します。%2 台では 1 台あたり最初の %3 で、制約は「%4」。</translation>
    </message>
    <message>
        <source>No knee up to %1 devices: there a device does %2 of what the first did, limited by %3.</source>
        <translation>%1 台まで屈曲点はありません。そこで 1 台あたり最初の %2、制約は「%3」。</translation>
    </message>
    <message>
        <source>little device memory</source>
        <translation>デバイスメモリ少</translation>
    </message>
    <message>
        <source>%1, the most</source>
        <translation>最大の %1</translation>
    </message>
    <message>
        <source>Edged: no other beats it in rate, memory and devices. Ringed: the plan as it is. A click makes a plan the one being edited; it can be undone.</source>
        <translation>縁あり：速度、メモリ、台数のすべてで劣らない計画。輪：今の計画。クリックするとその計画を編集対象にします（取り消せます）。</translation>
    </message>
    <message>
        <source>cost an hour, logarithmic</source>
        <translation>毎時の費用（対数）</translation>
    </message>
    <message>
        <source>%1: %2 samples/s, %3 on the fullest device, limited by %4</source>
        <translation>%1：毎秒 %2 サンプル、最も多いデバイスで %3、制約は「%4」</translation>
    </message>
    <message>
        <source>(does not fit)</source>
        <translation>（収まりません）</translation>
    </message>
    <message>
        <source>%1 devices, a batch of %2 each; vectors %3, gradients %4, all-reduce %5, computing in %6</source>
        <translation>デバイス %1 台、各バッチ %2、ベクトル %3、勾配 %4、オールリデュース %5、計算 %6</translation>
    </message>
    <message>
        <source>How many devices, and which formats on the wire and in the perceptrons: the search tries them all, places the tables for each, and keeps the best.</source>
        <translation>デバイスの台数と、通信・パーセプトロンの数値形式をすべて試し、それぞれに表を配置して、よいものを残します。</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>time of a step</source>
        <translation>ステップの時間</translation>
    </message>
    <message>
        <source>Slowest: device %1 with %2, %3 above the mean. Fullest: device %4 with %5, %6 above the mean. No placement can be faster than %7.</source>
        <translation>最も遅い：デバイス %1 の %2（平均より %3 上）。最も多い：デバイス %4 の %5（平均より %6 上）。どの配置も %7 より速くなりません。</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>表 %1 個</translation>
    </message>
    <message>
        <source>device %1, %2, %3, %4: %5</source>
        <translation>デバイス %1、%2、%3、%4：%5</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>device; the slowest of %1 neighbours stands for them</source>
        <translation>デバイス（隣り合う %1 台のうち最も遅いもの）</translation>
    </message>
    <message>
        <source>dashed: mean of all devices</source>
        <translation>破線：全デバイスの平均</translation>
    </message>
    <message>
        <source>; hatched: in host memory or on an SSD</source>
        <translation>、斜線：ホストメモリまたは SSD</translation>
    </message>
    <message>
        <source>%1: %2 parameters</source>
        <translation>%1：%2 パラメータ</translation>
    </message>
    <message>
        <source>%1: %2 parameters (%3)</source>
        <translation>%1：%2 パラメータ（%3）</translation>
    </message>
    <message>
        <source>Parameters, logarithmic; of the others as published. Sizes say nothing of arithmetic: tables are looked up, not multiplied.</source>
        <translation>パラメータ数（対数）、他は公表値。大きさは演算量を語らない：表は引かれるだけで、掛けられない。</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>毎秒サンプル数</translation>
    </message>
    <message>
        <source>cost an hour</source>
        <translation>毎時の費用</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>machines (no prices known)</source>
        <translation>マシン台数（価格は不明）</translation>
    </message>
    <message>
        <source>%1, %2 acc.</source>
        <translation>%1 台、アクセラレータ %2</translation>
    </message>
    <message>
        <source>memory of tables</source>
        <translation>表のメモリ</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1、収まらない</translation>
    </message>
    <message>
        <source>limit: %1</source>
        <translation>制約：%1</translation>
    </message>
    <message>
        <source>%1 less than in fp32</source>
        <translation>fp32 より %1 少ない</translation>
    </message>
    <message>
        <source>Published of %1: %2 (%3).</source>
        <translation>%1 についての公表：%2（%3）。</translation>
    </message>
    <message>
        <source>No format was chosen for the wire: everything travels in the weights&apos; own.</source>
        <translation>配線上の形式は選ばれていない：すべて重みの形式のまま運ばれる。</translation>
    </message>
    <message>
        <source>Of others&apos; models and data: no prediction of this model&apos;s accuracy.</source>
        <translation>他のモデルとデータでの値：このモデルの精度の予測ではない。</translation>
    </message>
    <message>
        <source>%1 in use; would allow %2 samples/s</source>
        <translation>使用率 %1、これだけなら %2 サンプル/秒</translation>
    </message>
    <message>
        <source>samples a second</source>
        <translation>毎秒のサンプル数</translation>
    </message>
    <message>
        <source>memory of the fullest device</source>
        <translation>最も使うデバイスのメモリ</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>エネルギー</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation>%1（対数）</translation>
    </message>
    <message>
        <source>tokens/s, logarithmic</source>
        <translation>トークン/秒（対数）</translation>
    </message>
    <message>
        <source>knee: %1</source>
        <translation>屈曲点：%1</translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation>収まるものはありません</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 トークン/秒</translation>
    </message>
    <message>
        <source>%1; does not fit</source>
        <translation>%1。収まりません</translation>
    </message>
    <message>
        <source>Height: the step&apos;s time with one key changed; the dashed line is the best plan&apos;s, bars end at twice of it. Hatched: does not fit.</source>
        <translation>高さ：キーを 1 つ変えたときのステップ時間。破線は最良の計画の時間で、棒はその 2 倍で切れます。斜線：収まりません。</translation>
    </message>
    <message>
        <source>the plan, a sample</source>
        <translation>計画 (1 サンプル)</translation>
    </message>
    <message>
        <source>the best, a sample</source>
        <translation>最良 (1 サンプル)</translation>
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
        <source>%1 on %2</source>
        <translation>%2 上の %1</translation>
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
    <message>
        <source>Model %1; hardware %2.</source>
        <translation>モデル %1、ハードウェア %2。</translation>
    </message>
    <message>
        <source>%1 on %2, and on %3</source>
        <translation>%1：%2 と %3</translation>
    </message>
    <message>
        <source>Model %1; hardware %2; cluster %3; plan %4.</source>
        <translation>モデル %1、ハードウェア %2、クラスタ %3、計画 %4。</translation>
    </message>
    <message>
        <source>Unverified figures were used: %1</source>
        <translation>未確認の数値を使っています：%1</translation>
    </message>
    <message>
        <source>A simulated run.</source>
        <translation>シミュレーションした実行。</translation>
    </message>
    <message>
        <source>Recorded in %1.</source>
        <translation>%1 に記録。</translation>
    </message>
    <message numerus="yes">
        <source>Recorded in %1 and %n more.</source>
        <translation>
            <numerusform>%1 ほか %n 件に記録。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 slices on %2 tracks over %3</source>
        <translation>スライス %1、トラック %2、期間 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) below are not drawn.</source>
        <translation>
            <numerusform>下にあるあと %n 行は描かれていません。</numerusform>
        </translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>その他すべて</translation>
    </message>
    <message>
        <source>caller unknown</source>
        <translation>呼び出し元不明</translation>
    </message>
    <message>
        <source>no category</source>
        <translation>カテゴリなし</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>イベント %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>ピーク %1</translation>
    </message>
    <message>
        <source>reserved from the driver</source>
        <translation>ドライバーから確保</translation>
    </message>
    <message>
        <source>; %1 of the step waits for communication</source>
        <translation>。ステップの %1 は通信待ち</translation>
    </message>
    <message>
        <source>; %1 of the step waits for streaming</source>
        <translation>。ステップの %1 はストリーミング待ち</translation>
    </message>
    <message>
        <source>; %1 of the step waits for the host</source>
        <translation>。ステップの %1 はホスト待ち</translation>
    </message>
    <message>
        <source>; %1 of the step recomputes activations</source>
        <translation>。ステップの %1 は活性値の再計算</translation>
    </message>
    <message>
        <source>Does not fit: %1.</source>
        <translation>収まりません：%1。</translation>
    </message>
    <message>
        <source>Fits: the fullest device uses %1 of %2</source>
        <translation>収まります：最も多く使うデバイスで %2 のうち %1</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>ZionEX and PERSIA side by side</source>
        <translation>ZionEX と PERSIA の比較</translation>
    </message>
    <message>
        <source>ZionEX: shards on devices</source>
        <translation>ZionEX：デバイス上のシャード</translation>
    </message>
    <message>
        <source>ZionEX: memory tiers</source>
        <translation>ZionEX：メモリ階層</translation>
    </message>
    <message>
        <source>ZionEX: where the step goes</source>
        <translation>ZionEX：ステップの内訳</translation>
    </message>
    <message>
        <source>ZionEX: the hosts&apos; network</source>
        <translation>ZionEX：ホストの網</translation>
    </message>
    <message>
        <source>ZionEX: rate against devices</source>
        <translation>ZionEX：デバイス数と速度</translation>
    </message>
    <message>
        <source>Zion: what limits it</source>
        <translation>Zion：何が制約か</translation>
    </message>
    <message>
        <source>Zion and ZionEX: a node and its networks</source>
        <translation>Zion と ZionEX：ノードとネットワーク</translation>
    </message>
    <message>
        <source>ZionEX: fewer bits on the wire</source>
        <translation>ZionEX：配線上のビットを減らす</translation>
    </message>
    <message>
        <source>PERSIA: quality as the cluster grows</source>
        <translation>PERSIA：クラスタの成長と品質</translation>
    </message>
    <message>
        <source>PERSIA and other frameworks</source>
        <translation>PERSIA と他のフレームワーク</translation>
    </message>
    <message>
        <source>PERSIA: all roles growing together</source>
        <translation>PERSIA：すべての役割を共に増やす</translation>
    </message>
    <message>
        <source>PERSIA and one kind of machine</source>
        <translation>PERSIA と一種類のマシン</translation>
    </message>
    <message>
        <source>PERSIA: waiting for the slowest</source>
        <translation>PERSIA：最も遅いものを待つ</translation>
    </message>
    <message>
        <source>PERSIA: four modes</source>
        <translation>PERSIA：四つの方式</translation>
    </message>
    <message>
        <source>PERSIA: roles and what flows between them</source>
        <translation>PERSIA：役割とその間の流れ</translation>
    </message>
    <message>
        <source>PERSIA: how many of each role</source>
        <translation>PERSIA：役割の台数比</translation>
    </message>
    <message>
        <source>PERSIA: the smallest cluster for a rate</source>
        <translation>PERSIA：目標速度に届く最小クラスタ</translation>
    </message>
    <message>
        <source>PERSIA: memory, checkpoints, failures</source>
        <translation>PERSIA：メモリ、チェックポイント、故障</translation>
    </message>
    <message>
        <source>PERSIA: ids of a batch</source>
        <translation>PERSIA：バッチの ID</translation>
    </message>
    <message>
        <source>PERSIA: what staleness may cost</source>
        <translation>PERSIA：古さの代償</translation>
    </message>
    <message>
        <source>ZionEX: does not fit: %1.</source>
        <translation>ZionEX：収まりません：%1。</translation>
    </message>
    <message>
        <source>What would help: %1.</source>
        <translation>対策：%1。</translation>
    </message>
    <message>
        <source>ZionEX reaches %1 samples/s on %2 accelerators, limited by %3; %4 reaches %5 on %6, limited by %7.</source>
        <translation>ZionEX はアクセラレータ %2 台で毎秒 %1 サンプル（制約は「%3」）、%4は %6 台で %5（制約は「%7」）。</translation>
    </message>
    <message>
        <source>At most %1 are held, at %2.</source>
        <translation>最大で %1 を %2 に使用。</translation>
    </message>
    <message>
        <source>At %1: %2 held of %3 reserved.</source>
        <translation>%1 の時点：確保 %3 のうち %2 を使用。</translation>
    </message>
    <message>
        <source>At %1: %2 held.</source>
        <translation>%1 の時点：%2 を使用。</translation>
    </message>
    <message>
        <source>At %1: %2 held of %3 reserved; of the %4 free, the largest piece is %5.</source>
        <translation>%1 の時点：確保 %3 のうち %2 を使用。空き %4 のうち最大の連続領域は %5。</translation>
    </message>
    <message numerus="yes">
        <source>Out of memory %n time(s).</source>
        <translation>
            <numerusform>メモリ不足が %n 回ありました。</numerusform>
        </translation>
    </message>
    <message>
        <source>the plan being edited</source>
        <translation>編集中の計画</translation>
    </message>
    <message>
        <source>Cannot be followed here: %1</source>
        <translation>ここでは実行できません：%1</translation>
    </message>
    <message>
        <source>The plan&apos;s own: %1</source>
        <translation>計画自身: %1</translation>
    </message>
    <message>
        <source>The plan&apos;s own</source>
        <translation>計画自身</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
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
        <source>kept</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>gathered again</source>
        <translation>再収集</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>separate</source>
        <translation>個別</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手動</translation>
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
        <translation>グローバルバッチ %1</translation>
    </message>
    <message>
        <source>Write the text of an SVG as outlines</source>
        <translation>SVG の文字を輪郭で書く</translation>
    </message>
    <message>
        <source>Planner and visual profiler for training very large models</source>
        <translation>超大規模モデルの学習を計画し、可視化して分析する</translation>
    </message>
    <message>
        <source>Models, hardware descriptions, plans and traces, told by their content</source>
        <translation>モデル、ハードウェア記述、計画、トレース（内容で判別）</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Recommender</source>
        <translation>推薦モデル</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>%1 of a layer</source>
        <translation>%1（1 層）</translation>
    </message>
    <message>
        <source>stated: no calibration of this machine holds for such a plan</source>
        <translation>定めた幅: この計画に当てはまるマシンの較正はない</translation>
    </message>
    <message>
        <source>stated: beyond the runs of calibration %1</source>
        <translation>定めた幅: 較正 %1 の実行範囲の外</translation>
    </message>
    <message>
        <source>stated: beyond the runs of calibration %1 in %2</source>
        <translation>定めた幅: 較正 %1 の実行範囲の外（%2）</translation>
    </message>
    <message>
        <source>stated: calibration %1 saw fewer than four whole steps</source>
        <translation>定めた幅: 較正 %1 にはステップ全体の実行が 4 件未満しかない</translation>
    </message>
    <message>
        <source>calibration %1, which saw this shape of a model</source>
        <translation>較正 %1 による（この形のモデルを含む）</translation>
    </message>
    <message>
        <source>calibration %1, which saw other shapes of models</source>
        <translation>較正 %1 による（別の形のモデルのみ）</translation>
    </message>
    <message>
        <source>DeepSpeed divides %1 bytes a parameter over the GPUs; %2 are held: 16-bit values and 12 bytes of 32-bit optimizer state.</source>
        <translation>DeepSpeed は 1 パラメータあたり %1 バイトを GPU に分割しますが、実際に保持するのは %2 バイトです（16 ビットの値と 32 ビットのオプティマイザ状態 12 バイト）。</translation>
    </message>
    <message>
        <source>Gradients are reduced in a bucket of %1 (reduce_bucket_size), which DeepSpeed leaves out.</source>
        <translation>勾配は %1 のバケット（reduce_bucket_size）で集約されますが、DeepSpeed は数えません。</translation>
    </message>
    <message>
        <source>For gathered weights and gradients under way DeepSpeed counts the largest layer, %1; with what is fetched ahead and the bucket it is %2.</source>
        <translation>集めた重みと処理中の勾配として DeepSpeed は最大の層の %1 を数えますが、先読みとバケットを含めると %2 です。</translation>
    </message>
    <message>
        <source>On the hosts DeepSpeed counts %1 bytes a parameter before its factor; %2 are held while training.</source>
        <translation>ホストでは DeepSpeed は係数を掛ける前に 1 パラメータあたり %1 バイトを数えますが、学習中に保持するのは %2 バイトです。</translation>
    </message>
    <message>
        <source>DeepSpeed multiplies host memory by a safety factor of %1.</source>
        <translation>DeepSpeed はホストメモリに安全係数 %1 を掛けます。</translation>
    </message>
    <message>
        <source>The %1 of host memory are there only while the model is made; training holds nothing on the host.</source>
        <translation>ホストメモリの %1 はモデルの作成中だけ必要で、学習中はホストに何も保持しません。</translation>
    </message>
    <message>
        <source>Neither counts activations, which need a model and a batch: &quot;plan&quot; does.</source>
        <translation>どちらも活性値を数えません。活性値にはモデルとバッチが必要で、「plan」が数えます。</translation>
    </message>
    <message>
        <source>host of a node</source>
        <translation>ノードのホスト</translation>
    </message>
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
        <source>this is %1, which is not read here; %2</source>
        <translation>これは%1で、ここでは読めません。%2</translation>
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
        <source>this is not valid %1</source>
        <translation>%1 として正しくありません</translation>
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
        <source>, and </source>
        <translation>、および</translation>
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
        <source> Closest fixes: %1.</source>
        <translation> 最も近い対策：%1。</translation>
    </message>
    <message>
        <source>May not fit: %1 stay free, and the allocator would hold %2 in reserve with its gaps.</source>
        <translation>収まらないおそれがあります：空きは %1 ですが、アロケータはすき間を含めて %2 を確保します。</translation>
    </message>
    <message>
        <source>May not fit: only %1 stay free.</source>
        <translation>収まらないおそれがあります：空きは %1 しかありません。</translation>
    </message>
    <message>
        <source>Memory by simulating the allocator through the step; closed forms say %1, %2 less.</source>
        <translation>メモリはステップを通したアロケータのシミュレーションによります。閉形式では %1（%2 少ない）。</translation>
    </message>
    <message>
        <source>Memory by simulating the allocator through the step; closed forms say %1, %2 more.</source>
        <translation>メモリはステップを通したアロケータのシミュレーションによります。閉形式では %1（%2 多い）。</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>fullest device</source>
        <translation>最も埋まったデバイス</translation>
    </message>
    <message>
        <source>the parameter servers&apos; memory</source>
        <translation>パラメータサーバのメモリ</translation>
    </message>
    <message>
        <source>the memory for all tables</source>
        <translation>全テーブルのメモリ</translation>
    </message>
    <message>
        <source>every device&apos;s share of all tables</source>
        <translation>全テーブルのうちデバイスごとの分</translation>
    </message>
    <message>
        <source>a shard of table %1</source>
        <translation>テーブル %1 のシャード</translation>
    </message>
    <message>
        <source>table %1</source>
        <translation>テーブル %1</translation>
    </message>
    <message>
        <source>%1 (%2 memory)</source>
        <translation>%1（%2メモリ）</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>層 %1</translation>
    </message>
    <message>
        <source>layer %1 attention</source>
        <translation>層 %1 アテンション</translation>
    </message>
    <message>
        <source>layer %1 feed-forward</source>
        <translation>層 %1 フィードフォワード</translation>
    </message>
    <message>
        <source>rows of %1</source>
        <translation>%1 の行</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
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
        <source>set by hand</source>
        <translation>手で設定</translation>
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
        <source>replicated</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>table-wise</source>
        <translation>テーブル単位</translation>
    </message>
    <message>
        <source>column-wise</source>
        <translation>列単位</translation>
    </message>
    <message>
        <source>row-wise</source>
        <translation>行単位</translation>
    </message>
    <message>
        <source>table-row-wise</source>
        <translation>ノード内で行単位</translation>
    </message>
    <message>
        <source>table-column-wise</source>
        <translation>ノード内で列単位</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>device memory, dense</source>
        <translation>デバイスメモリ（密）</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>ホストメモリ</translation>
    </message>
    <message>
        <source>host memory, cached</source>
        <translation>ホストメモリ（キャッシュ付き）</translation>
    </message>
    <message>
        <source>device memory, int8</source>
        <translation>デバイスメモリ（int8）</translation>
    </message>
    <message>
        <source>host memory, int8</source>
        <translation>ホストメモリ（int8）</translation>
    </message>
    <message>
        <source>host memory, cached, int8</source>
        <translation>ホストメモリ（キャッシュ付き、int8）</translation>
    </message>
    <message>
        <source>SSD, cached</source>
        <translation>SSD（キャッシュ付き）</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Confidence: %1.</source>
        <translation>確度：%1。</translation>
    </message>
    <message>
        <source>fits</source>
        <comment>a plan</comment>
        <translation>収まります</translation>
    </message>
    <message>
        <source>does not fit</source>
        <comment>a plan</comment>
        <translation>収まりません</translation>
    </message>
    <message>
        <source>Of adapters that learn beside frozen weights; 0: all weights learn</source>
        <translation>凍結した重みの横で学習するアダプターのランク。0：すべての重みが学習</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>付ける行列</translation>
    </message>
    <message>
        <source>For attention</source>
        <translation>アテンションの通信</translation>
    </message>
    <message>
        <source>Adapters (LoRA)</source>
        <translation>アダプター（LoRA）</translation>
    </message>
    <message>
        <source>No devices share a sequence&apos;s tokens</source>
        <translation>系列のトークンを分け合うデバイスがありません</translation>
    </message>
    <message>
        <source>All weights learn: there are no adapters</source>
        <translation>すべての重みが学習します：アダプターはありません</translation>
    </message>
    <message>
        <source>keys and values go round</source>
        <translation>キーと値をリングで回す</translation>
    </message>
    <message>
        <source>heads are swapped for rows</source>
        <translation>行とヘッドを入れ替える</translation>
    </message>
    <message>
        <source>attention&apos;s matrices</source>
        <translation>アテンションの行列</translation>
    </message>
    <message>
        <source>all matrices of a layer</source>
        <translation>層のすべての行列</translation>
    </message>
    <message>
        <source>adapters of rank %1</source>
        <translation>ランク %1 のアダプター</translation>
    </message>
    <message>
        <source>rank of adapters</source>
        <translation>アダプターのランク</translation>
    </message>
    <message>
        <source>AMD Instinct MI300X (eight a node)</source>
        <translation>AMD Instinct MI300X（ノードに 8 基）</translation>
    </message>
    <message>
        <source>AMD Instinct MI325X (eight a node)</source>
        <translation>AMD Instinct MI325X（ノードに 8 基）</translation>
    </message>
    <message>
        <source>AMD Instinct MI355X (eight a node)</source>
        <translation>AMD Instinct MI355X（ノードに 8 基）</translation>
    </message>
    <message>
        <source>AWS Trainium2 UltraServer (64 chips)</source>
        <translation>AWS Trainium2 UltraServer（64 チップ）</translation>
    </message>
    <message>
        <source>AWS p5.48xlarge (eight H100, EFA)</source>
        <translation>AWS p5.48xlarge（H100 8 基、EFA）</translation>
    </message>
    <message>
        <source>Alternating sparse attention (section 2.1 of the paper) is planned as dense attention.</source>
        <translation>交互に現れる疎アテンション（論文 2.1 節）は、密なアテンションとして計画します。</translation>
    </message>
    <message>
        <source>Built by the published code as DeepSeek-V3 is (architectures).</source>
        <translation>公開コードは DeepSeek-V3 と同じ形で構築します（architectures）。</translation>
    </message>
    <message>
        <source>Conformer (medium) for AISHELL-1</source>
        <translation>Conformer（medium、AISHELL-1 用）</translation>
    </message>
    <message>
        <source>DLRM, Criteo 1 TB click logs (one-hot)</source>
        <translation>DLRM、Criteo 1 TB クリックログ（one-hot）</translation>
    </message>
    <message>
        <source>DLRMv2, MLPerf Training (multi-hot Criteo 1 TB)</source>
        <translation>DLRMv2、MLPerf Training（multi-hot Criteo 1 TB）</translation>
    </message>
    <message>
        <source>DeepSeek-V3&apos;s shape. Without the multi-token prediction module (num_nextn_predict_layers): transformers does not build it either.</source>
        <translation>DeepSeek-V3 の形。マルチトークン予測モジュール（num_nextn_predict_layers）は含みません（transformers も構築しません）。</translation>
    </message>
    <message>
        <source>GCN on ogbn-arxiv</source>
        <translation>GCN（ogbn-arxiv）</translation>
    </message>
    <message>
        <source>GLM-4.6 has the same shape.</source>
        <translation>GLM-4.6 も同じ形です。</translation>
    </message>
    <message>
        <source>Google TPU v5p (pods of 8,960)</source>
        <translation>Google TPU v5p（8,960 チップの Pod）</translation>
    </message>
    <message>
        <source>Google TPU v6e, Trillium (pods of 256)</source>
        <translation>Google TPU v6e、Trillium（256 チップの Pod）</translation>
    </message>
    <message>
        <source>Google TPU7x, Ironwood (pods of 9,216)</source>
        <translation>Google TPU7x、Ironwood（9,216 チップの Pod）</translation>
    </message>
    <message>
        <source>Intel Gaudi 3 (eight a node)</source>
        <translation>Intel Gaudi 3（ノードに 8 基）</translation>
    </message>
    <message>
        <source>NVIDIA DGX B200 (eight B200)</source>
        <translation>NVIDIA DGX B200（B200 8 基）</translation>
    </message>
    <message>
        <source>NVIDIA DGX B300 (eight B300)</source>
        <translation>NVIDIA DGX B300（B300 8 基）</translation>
    </message>
    <message>
        <source>NVIDIA DGX-1 (V100 16GB)</source>
        <translation>NVIDIA DGX-1（V100 16GB）</translation>
    </message>
    <message>
        <source>NVIDIA DGX-2 (V100 32GB)</source>
        <translation>NVIDIA DGX-2（V100 32GB）</translation>
    </message>
    <message>
        <source>NVIDIA GB200 NVL72 (72 B200, 36 Grace)</source>
        <translation>NVIDIA GB200 NVL72（B200 72 基、Grace 36 基）</translation>
    </message>
    <message>
        <source>NVIDIA GB300 NVL72 (72 B300, 36 Grace)</source>
        <translation>NVIDIA GB300 NVL72（B300 72 基、Grace 36 基）</translation>
    </message>
    <message>
        <source>NVIDIA GH200 (one superchip a node)</source>
        <translation>NVIDIA GH200（ノードにスーパーチップ 1 基）</translation>
    </message>
    <message>
        <source>NVIDIA H20 (eight a node)</source>
        <translation>NVIDIA H20（ノードに 8 基）</translation>
    </message>
    <message>
        <source>NVIDIA H200 SXM, one a node</source>
        <translation>NVIDIA H200 SXM（ノードに 1 基）</translation>
    </message>
    <message>
        <source>NVIDIA H800 (eight a node)</source>
        <translation>NVIDIA H800（ノードに 8 基）</translation>
    </message>
    <message>
        <source>NVIDIA L40S (eight a node)</source>
        <translation>NVIDIA L40S（ノードに 8 基）</translation>
    </message>
    <message>
        <source>Nemotron 3 Super 120B-A12B with its prediction modules</source>
        <translation>Nemotron 3 Super 120B-A12B（予測モジュール付き）</translation>
    </message>
    <message>
        <source>Nemotron 3 Ultra 550B-A55B with its prediction modules</source>
        <translation>Nemotron 3 Ultra 550B-A55B（予測モジュール付き）</translation>
    </message>
    <message>
        <source>Nothing but the parameter count is published: tables and MLPs are our stand-ins between the models whose shapes are recalled (793 B and 332 B), and not a description of the original. Ids are taken to be as skewed as those of the HugeCTR runs that the step is held against (Zipf, 1.05; docs/accuracy.md): a cache of rows would be of no use to ids that are all equally often.</source>
        <translation>公開されているのはパラメータ数だけです。表と MLP は、形が知られているモデル（793 B と 332 B）の間に置いた仮のもので、元のモデルの記述ではありません。ID の偏りは、ステップの照合に使った HugeCTR の実行と同じと仮定しています（Zipf、1.05。docs/accuracy.md）。どの ID も同じ頻度なら、行のキャッシュは役に立ちません。</translation>
    </message>
    <message>
        <source>Of its parts the language model alone, without the multi-token prediction layers.</source>
        <translation>構成要素のうち言語モデルのみ。マルチトークン予測層は含みません。</translation>
    </message>
    <message>
        <source>One sample is the whole graph: full-batch training.</source>
        <translation>1 サンプルはグラフ全体です（フルバッチ学習）。</translation>
    </message>
    <message>
        <source>Only the parameter count is published where we could read it; the shape is recalled from the ISCA&apos;22 version (arXiv:2104.05158, Table 3) and not verified: the table and MLP counts are orders of magnitude, spread evenly. Ids are taken to be as skewed as those of the HugeCTR runs that the step is held against (Zipf, 1.05; docs/accuracy.md): a cache of rows would be of no use to ids that are all equally often.</source>
        <translation>読めた資料で公開されているのはパラメータ数だけです。形は ISCA&apos;22 版（arXiv:2104.05158、表 3）の記憶によるもので、未検証です。表と MLP の数は桁の目安で、均等に分けています。ID の偏りは、ステップの照合に使った HugeCTR の実行と同じと仮定しています（Zipf、1.05。docs/accuracy.md）。どの ID も同じ頻度なら、行のキャッシュは役に立ちません。</translation>
    </message>
    <message>
        <source>PERSIA benchmark: Avazu-Ad, 32 M records</source>
        <translation>PERSIA ベンチマーク：Avazu-Ad、3,200 万レコード</translation>
    </message>
    <message>
        <source>PERSIA benchmark: Criteo-Ad, 44 M records</source>
        <translation>PERSIA ベンチマーク：Criteo-Ad、4,400 万レコード</translation>
    </message>
    <message>
        <source>PERSIA benchmark: Taobao-Ad, 26 M records</source>
        <translation>PERSIA ベンチマーク：Taobao-Ad、2,600 万レコード</translation>
    </message>
    <message>
        <source>PERSIA on Google Cloud: 100 T parameters</source>
        <translation>Google Cloud 上の PERSIA：100 T パラメータ</translation>
    </message>
    <message>
        <source>PERSIA on Google Cloud: 12.5 T parameters</source>
        <translation>Google Cloud 上の PERSIA：12.5 T パラメータ</translation>
    </message>
    <message>
        <source>PERSIA on Google Cloud: 25 T parameters</source>
        <translation>Google Cloud 上の PERSIA：25 T パラメータ</translation>
    </message>
    <message>
        <source>PERSIA on Google Cloud: 50 T parameters</source>
        <translation>Google Cloud 上の PERSIA：50 T パラメータ</translation>
    </message>
    <message>
        <source>PERSIA on Google Cloud: 6.25 T parameters</source>
        <translation>Google Cloud 上の PERSIA：6.25 T パラメータ</translation>
    </message>
    <message>
        <source>PERSIA production: Kwai-Video, 3 B records</source>
        <translation>PERSIA 本番：Kwai-Video、30 億レコード</translation>
    </message>
    <message>
        <source>PERSIA&apos;s 100 T cluster on Google Cloud</source>
        <translation>Google Cloud 上の PERSIA の 100 T クラスタ</translation>
    </message>
    <message>
        <source>PERSIA&apos;s V100 and CPU test cluster</source>
        <translation>PERSIA の V100・CPU 試験クラスタ</translation>
    </message>
    <message>
        <source>Published with its experts&apos; weights in MXFP4; trained in 16 bits.</source>
        <translation>エキスパートの重みは MXFP4 で公開されています。学習は 16 ビットです。</translation>
    </message>
    <message>
        <source>The language model alone; the vision tower is left out.</source>
        <translation>言語モデルのみ。画像側は含みません。</translation>
    </message>
    <message>
        <source>The vocabulary is not published; GPT-2&apos;s 50,257 is assumed.</source>
        <translation>語彙は公開されていないため、GPT-2 の 50,257 を仮定しています。</translation>
    </message>
    <message>
        <source>With two modules that predict a further token each, as NVIDIA-NeMo/Megatron-Bridge trains it; their weights, which it shares, are counted twice.</source>
        <translation>NVIDIA-NeMo/Megatron-Bridge の学習と同じく、さらに 1 トークンずつ予測するモジュールを 2 つ含みます。共有される重みは 2 回数えています。</translation>
    </message>
    <message>
        <source>Without the multi-token prediction layer.</source>
        <translation>マルチトークン予測層は含みません。</translation>
    </message>
    <message>
        <source>Without the multi-token prediction layers.</source>
        <translation>マルチトークン予測層は含みません。</translation>
    </message>
    <message>
        <source>Without the multi-token prediction module (num_nextn_predict_layers, 14 B parameters of the published checkpoint): transformers does not build it either.</source>
        <translation>マルチトークン予測モジュール（num_nextn_predict_layers、公開チェックポイントのうち 14 B パラメータ）は含みません（transformers も構築しません）。</translation>
    </message>
    <message>
        <source>Without the multi-token prediction modules.</source>
        <translation>マルチトークン予測モジュールは含みません。</translation>
    </message>
    <message>
        <source>ZeRO&apos;s 100B</source>
        <translation>ZeRO の 100B</translation>
    </message>
    <message>
        <source>ZeRO&apos;s 170B</source>
        <translation>ZeRO の 170B</translation>
    </message>
    <message>
        <source>ZeRO&apos;s 60B</source>
        <translation>ZeRO の 60B</translation>
    </message>
    <message>
        <source>ZionEX model A, 793 B parameters</source>
        <translation>ZionEX モデル A、793 B パラメータ</translation>
    </message>
    <message>
        <source>ZionEX model F, 12 T parameters</source>
        <translation>ZionEX モデル F、12 T パラメータ</translation>
    </message>
    <message>
        <source>ZionEX model I, 332 B parameters (ISCA&apos;22 version)</source>
        <translation>ZionEX モデル I、332 B パラメータ（ISCA&apos;22 版）</translation>
    </message>
    <message>
        <source>ZionEX node (eight A100 40GB)</source>
        <translation>ZionEX ノード（A100 40GB 8 基）</translation>
    </message>
    <message>
        <source>ZionEX, 845 B parameters (2021 version)</source>
        <translation>ZionEX、845 B パラメータ（2021 年版）</translation>
    </message>
    <message>
        <source>ZionEX, 95 B parameters (2021 version)</source>
        <translation>ZionEX、95 B パラメータ（2021 年版）</translation>
    </message>
    <message>
        <source>Model %1; cluster %2; plan %3.</source>
        <translation>モデル %1、クラスタ %2、計画 %3。</translation>
    </message>
    <message>
        <source>PERSIA&apos;s modes side by side</source>
        <translation>PERSIA の各モードの比較</translation>
    </message>
    <message>
        <source>PERSIA: does not fit: %1.</source>
        <translation>PERSIA：収まりません：%1。</translation>
    </message>
    <message>
        <source>%1 fits: it reaches %2 samples/s on %3 accelerators, limited by %4; the parameter servers hold %5 of rows.</source>
        <translation>%1は収まります。アクセラレータ %3 基で %2 サンプル/s に達し、制約は「%4」です。パラメータサーバが持つ行は %5 です。</translation>
    </message>
    <message>
        <source>All rows would be %1: the least recently used are evicted, and %2 of lookups make their row anew.</source>
        <translation>全部の行は %1 になるため、最も長く使われていない行から追い出され、参照の %2 で行が作り直されます。</translation>
    </message>
    <message>
        <source>%1 on %2. With hardware chosen on the left, ZionEX stands beside it.</source>
        <translation>%1（%2）。左でハードウェアを選ぶと ZionEX と並べて表示します。</translation>
    </message>
    <message>
        <source>host runs ahead %1</source>
        <translation>ホストの先行 %1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>ホスト %1</translation>
    </message>
    <message>
        <source>batch comes %1</source>
        <translation>バッチの到着 %1</translation>
    </message>
    <message>
        <source>batch is read %1</source>
        <translation>バッチの読み込み %1</translation>
    </message>
    <message>
        <source>MLP parameter server</source>
        <translation>MLP パラメータサーバ</translation>
    </message>
    <message>
        <source>embedding servers</source>
        <translation>埋め込みサーバ</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>received</source>
        <translation>受信</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>入力勾配</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>重み勾配</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>順伝播と逆伝播</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交換</translation>
    </message>
    <message>
        <source>sync: waits for the slowest</source>
        <translation>同期：最も遅いものを待つ</translation>
    </message>
    <message>
        <source>exchange between processors</source>
        <translation>プロセッサ間の交換</translation>
    </message>
    <message>
        <source>restart from the checkpoint</source>
        <translation>チェックポイントからの再開</translation>
    </message>
    <message>
        <source>load weights</source>
        <translation>重みの読み込み</translation>
    </message>
    <message>
        <source>load activations</source>
        <translation>活性値の読み込み</translation>
    </message>
    <message>
        <source>store</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>HtoD rows missed by the cache</source>
        <translation>キャッシュにない行をデバイスへ</translation>
    </message>
    <message>
        <source>bottom MLP forward</source>
        <translation>下側 MLP 順伝播</translation>
    </message>
    <message>
        <source>bottom MLP backward</source>
        <translation>下側 MLP 逆伝播</translation>
    </message>
    <message>
        <source>top MLP forward</source>
        <translation>上側 MLP 順伝播</translation>
    </message>
    <message>
        <source>top MLP backward</source>
        <translation>上側 MLP 逆伝播</translation>
    </message>
    <message>
        <source>embedding lookup</source>
        <translation>埋め込みの参照</translation>
    </message>
    <message>
        <source>embedding update</source>
        <translation>埋め込みの更新</translation>
    </message>
    <message>
        <source>Device time of its own</source>
        <translation>自身のデバイス時間</translation>
    </message>
    <message>
        <source>About as much as the one before.</source>
        <translation>直前の指摘とほぼ同じです。</translation>
    </message>
    <message>
        <source>RMS norms</source>
        <translation>RMS 正規化</translation>
    </message>
    <message>
        <source>The README states rows and ids a sample, not how often ids repeat: taken to be as skewed as those of the HugeCTR runs on the same click logs (Zipf, 1.05; docs/accuracy.md). The script that made several ids of one gives equal ids equal sets, so that sets repeat as ids do.</source>
        <translation>README は行数と標本あたりの ID 数を述べ、ID がどれほど繰り返すかは述べない。同じクリックログでの HugeCTR の実行と同じ偏り(Zipf、1.05。docs/accuracy.md)とみなす。一つの ID から複数の ID を作るスクリプトは、同じ ID に同じ組を与えるので、組も ID と同じだけ繰り返す。</translation>
    </message>
    <message>
        <source>RMS norms beside fused kernels: fused too, or one operation after another</source>
        <translation>融合カーネルと並ぶ RMS 正規化:これも融合か、演算を一つずつか</translation>
    </message>
    <message>
        <source>DualPipeV wants at least two micro-batches a stage</source>
        <translation>DualPipeV にはステージあたり 2 つ以上のマイクロバッチが要ります</translation>
    </message>
    <message>
        <source>stages begin one after the other: the next step&apos;s forwards fill that</source>
        <translation>ステージが順に始まる時間のずれ（次のステップの順伝播が埋める）</translation>
    </message>
    <message>
        <source>interleaved, overlapped pairs</source>
        <translation>インターリーブ、対を重ねる</translation>
    </message>
    <message>
        <source>Ethernet or InfiniBand</source>
        <translation>Ethernet または InfiniBand</translation>
    </message>
    <message>
        <source>Ethernet, four NICs a node on the CPUs</source>
        <translation>Ethernet（ノードあたり CPU 側に NIC 4 枚）</translation>
    </message>
    <message>
        <source>IPU-Link between machines</source>
        <translation>IPU-Link（マシン間）</translation>
    </message>
    <message>
        <source>IPU-Link inside the machine</source>
        <translation>IPU-Link（マシン内）</translation>
    </message>
    <message>
        <source>Infinity Fabric, every pair linked</source>
        <translation>Infinity Fabric（すべての組を直結）</translation>
    </message>
    <message>
        <source>NVLink 2 hybrid cube mesh</source>
        <translation>NVLink 2（ハイブリッドキューブメッシュ）</translation>
    </message>
    <message>
        <source>NVLink 5 through the rack&apos;s switches</source>
        <translation>NVLink 5（ラックのスイッチ経由）</translation>
    </message>
    <message>
        <source>NeuronLink-v3 between instances</source>
        <translation>NeuronLink-v3（インスタンス間）</translation>
    </message>
    <message>
        <source>RoCE, every pair linked</source>
        <translation>RoCE（すべての組を直結）</translation>
    </message>
    <message>
        <source>RoCE, one NIC a GPU</source>
        <translation>RoCE（GPU ごとに NIC 1 枚）</translation>
    </message>
    <message>
        <source>Streaming Memory (DDR4 of the IPU-Machine)</source>
        <translation>ストリーミングメモリ（IPU-Machine の DDR4）</translation>
    </message>
    <message>
        <source>data-centre network</source>
        <translation>データセンターのネットワーク</translation>
    </message>
    <message>
        <source>host port (RoCE)</source>
        <translation>ホストポート（RoCE）</translation>
    </message>
    <message>
        <source>collectives that overlapped passes hide, and the schedule</source>
        <translation>重ねたパスが隠す集団通信と、スケジュール</translation>
    </message>
    <message>
        <source>Twins</source>
        <translation>同等の計画</translation>
    </message>
    <message>
        <source>other plans with the same objective and the same time, which have no row</source>
        <translation>目的の値も時間も同じで、行を持たない他の計画</translation>
    </message>
    <message>
        <source>%1 needs %2 with the gaps that its tensors leave, and has %3</source>
        <translation>%1 にはテンソル間のすき間を含めて %2 必要ですが、%3 しかありません</translation>
    </message>
    <message>
        <source>live memory</source>
        <translation>使用中のメモリ</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>処理中</translation>
    </message>
    <message>
        <source>%1: its computing</source>
        <translation>%1: その計算</translation>
    </message>
    <message>
        <source>%1, of a whole step</source>
        <translation>%1（ステップ全体）</translation>
    </message>
    <message>
        <source>%1: rows left out: %2 (--top 0 gives all).</source>
        <translation>%1：%2 行を省略しました（--top 0 で全行）。</translation>
    </message>
    <message>
        <source>Rank %1: over a fifth longer than the median of %3 (steps: %2); they are marked.</source>
        <translation>ランク %1: %2 個のステップが中央値 %3 より 2 割以上長くかかっています。印を付けました。</translation>
    </message>
    <message>
        <source>The peaks are those of %1.</source>
        <translation>ピーク値は %1 のものです。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host is in %3, which has yet to launch its work.</source>
        <translation>ホストが %3 の中にいてまだ処理を起動していない間、デバイスは 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>Some steps (%3) take over a fifth longer than the median of %4: %1 a step on average (%2).</source>
        <translation>%3 ステップが中央値 %4 より 2 割以上長く、平均で 1 ステップあたり %1（%2）です。</translation>
    </message>
    <message>
        <source>Move this operation to the device, call it less often, or run it beside the device&apos;s work of another batch.</source>
        <translation>この演算をデバイスに移すか、呼び出しを減らすか、別のバッチのデバイス処理と並行して実行してください。</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>その他すべて</translation>
    </message>
    <message>
        <source>The snapshot holds no memory: nothing was reserved when it was taken.</source>
        <translation>スナップショットにメモリがありません。取得した時点で何も確保されていませんでした。</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>エネルギー</translation>
    </message>
    <message>
        <source>How far one constraint has to be relaxed</source>
        <translation>制約を 1 つだけ緩めるなら、どこまで必要か</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>the least change with which a plan fits</source>
        <translation>計画が収まるための最小の変更</translation>
    </message>
    <message>
        <source>Plan that fits then</source>
        <translation>そのとき収まる計画</translation>
    </message>
    <message>
        <source>What was asked that the plan does not keep</source>
        <translation>計画が満たさない指定</translation>
    </message>
    <message>
        <source>How it scales</source>
        <translation>伸び方</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>この探索のコマンド</translation>
    </message>
    <message>
        <source>Machine by machine</source>
        <translation>マシンごと</translation>
    </message>
    <message>
        <source>Constraints that help when they are given up together</source>
        <translation>一緒に外せば収まる制約</translation>
    </message>
    <message>
        <source>From the open plan to the best one</source>
        <translation>開いている計画から最良の計画へ</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>制約</translation>
    </message>
    <message>
        <source>Job %1: %2</source>
        <translation>ジョブ %1: %2</translation>
    </message>
    <message>
        <source>%1 jobs were opened together; this is of job %2 alone: %3.</source>
        <translation>%1 個のジョブのファイルが一緒に開かれています。これはジョブ %2 だけのものです: %3。</translation>
    </message>
    <message>
        <source>The devices wait %1 (%2) for the host, which launches %3 kernels and copies one by one.</source>
        <translation>デバイスは %1（%2）ホストを待っています。ホストは %3 個のカーネルとコピーを一つずつ起動しています。</translation>
    </message>
    <message>
        <source>In a fresh process such calls set the device up (context, code, libraries&apos; memory): warm up before what counts. Else keep the allocator&apos;s cache.</source>
        <translation>起動直後のプロセスでは、こうした呼び出しがデバイスの準備（コンテキスト、コード、ライブラリのメモリ）を行います。計測の前にウォームアップしてください。そうでなければアロケータのキャッシュを保ってください。</translation>
    </message>
    <message>
        <source>Ranks are missing, and waiting for them looks like communicating: open their files with this one. Else start it earlier beside computation, send narrower types, or give this axis fewer ranks.</source>
        <translation>欠けているランクがあり、それらを待つ時間は通信のように見えます。それらのファイルも一緒に開いてください。そうでなければ、計算と並行してより早く開始する、より狭い型で送る、この軸のランクを減らすなどしてください。</translation>
    </message>
    <message>
        <source>Overlap the calls with computation, or send less.</source>
        <translation>呼び出しを計算と重ねるか、送る量を減らしてください。</translation>
    </message>
    <message>
        <source>Copy from and to pinned memory without blocking, on a stream of its own, ahead of need.</source>
        <translation>ピン留めメモリとの間で、ブロックせず、専用のストリームで、必要になる前にコピーしてください。</translation>
    </message>
    <message>
        <source>Such copies stay on the device: avoid them by views, contiguous layouts and work in place, or fuse them into the kernels around them.</source>
        <translation>これらはデバイス内のコピーです。ビュー、連続した配置、インプレースの処理で避けるか、前後のカーネルに融合してください。</translation>
    </message>
    <message>
        <source>%1 a step (%2)</source>
        <comment>part of a sentence</comment>
        <translation>1 ステップあたり %1（%2）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>part of a sentence</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>none found: times are of the whole recording</source>
        <translation>見つかりません: 時間は記録全体のものです</translation>
    </message>
    <message>
        <source>The recording&apos;s time</source>
        <translation>記録の時間</translation>
    </message>
    <message>
        <source>of several that were opened together, from 0</source>
        <translation>一緒に開かれた複数のジョブのうちの番号（0 から）</translation>
    </message>
    <message>
        <source>of the operation and what it launched, from the arguments; NULL: none</source>
        <translation>演算とそれが起動した処理に共通の番号（引数より）。NULL: なし</translation>
    </message>
    <message>
        <source>A first call loads code and tries algorithms: warm up before what counts. A blocking copy of another thread holds launches up, too. Else see what this operation does before its launch: checks, memory, dispatching in Python.</source>
        <translation>最初の呼び出しはコードを読み込み、アルゴリズムを試します。計測の前にウォームアップしてください。別のスレッドのブロックするコピーも起動を止めます。そうでなければ、この演算が起動の前に行うこと（検査、メモリ、Python での振り分け）を調べてください。</translation>
    </message>
    <message>
        <source>Of other jobs, not counted</source>
        <translation>別のジョブ（集計外）</translation>
    </message>
    <message>
        <source>staleness, AUC gap</source>
        <translation>古さ、AUC の差</translation>
    </message>
    <message>
        <source>DualPipe, as DualPipeV of p / 2</source>
        <translation>DualPipe（p / 2 の DualPipeV として）</translation>
    </message>
    <message>
        <source>DualPipe&apos;s two directions want an even number of stages and of micro-batches</source>
        <translation>DualPipe の 2 方向には、偶数のステージとマイクロバッチが必要です</translation>
    </message>
    <message>
        <source>DualPipe wants at least two micro-batches a stage</source>
        <translation>DualPipe にはステージあたり少なくとも 2 つのマイクロバッチが必要です</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>選択</translation>
    </message>
    <message>
        <source>of keys of which several words were asked for</source>
        <translation>複数の値を指定したキーの値</translation>
    </message>
    <message>
        <source>none</source>
        <comment>recompute</comment>
        <translation>なし</translation>
    </message>
    <message>
        <source>selective</source>
        <comment>recompute</comment>
        <translation>選択</translation>
    </message>
    <message>
        <source>full</source>
        <comment>recompute</comment>
        <translation>全層</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>state in a memory</comment>
        <translation>%1は%2</translation>
    </message>
    <message>
        <source>weights</source>
        <comment>in a plan&apos;s line</comment>
        <translation>重み</translation>
    </message>
    <message>
        <source>gradients</source>
        <comment>in a plan&apos;s line</comment>
        <translation>勾配</translation>
    </message>
    <message>
        <source>%1 % of the optimizer</source>
        <translation>オプティマイザ状態の %1 %</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>in a plan&apos;s line</comment>
        <translation>オプティマイザ状態</translation>
    </message>
    <message>
        <source>activations</source>
        <comment>in a plan&apos;s line</comment>
        <translation>活性値</translation>
    </message>
    <message>
        <source>weights kept</source>
        <translation>重みを保持</translation>
    </message>
    <message>
        <source>weights of %1 layers kept</source>
        <translation>%1 層の重みを保持</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <comment>recompute</comment>
        <translation>%1（%2 層）</translation>
    </message>
    <message>
        <source>micro-batch %1 × %2</source>
        <translation>マイクロバッチ %1 × %2</translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation>再計算 %1</translation>
    </message>
    <message>
        <source>Tokens to experts</source>
        <translation>エキスパートへのトークン</translation>
    </message>
    <message>
        <source>Every rank has all experts</source>
        <translation>どのランクもすべてのエキスパートを持っています</translation>
    </message>
    <message>
        <source>as calibrated</source>
        <translation>較正どおり</translation>
    </message>
    <message>
        <source>a copy an expert</source>
        <translation>エキスパートごとに 1 つ</translation>
    </message>
    <message>
        <source>a copy a rank and node</source>
        <translation>ランクとノードごとに 1 つ</translation>
    </message>
    <message>
        <source>Copies of a token on its way to experts: one an expert, or one a rank and node; calibrated: as in the calibration&apos;s runs</source>
        <translation>エキスパートへ送るトークンの写し: エキスパートごとに 1 つ、またはランクとノードごとに 1 つ。calibrated: 較正の実行どおり</translation>
    </message>
    <message>
        <source>%1: files of %2 jobs. What is compared is of job %3 alone: %4.</source>
        <translation>%1：%2 個のジョブのファイルです。比較するのはジョブ %3 だけです：%4。</translation>
    </message>
    <message>
        <source>The run holds no hardware counters of kernels; torch.profiler writes them where its experimental_config names profiler_metrics (with CUDA up to 12.6).</source>
        <translation>この実行にはカーネルのハードウェアカウンタがありません。torch.profiler の experimental_config に profiler_metrics を指定すると記録されます（CUDA 12.6 まで）。</translation>
    </message>
    <message>
        <source>Rank %1: %2 convolutions of 32-bit numbers are held against tf32, in which PyTorch has cuDNN compute unless told otherwise (torch.backends.cudnn.allow_tf32); their kernels&apos; names do not say.</source>
        <translation>ランク %1：32 ビットの畳み込み %2 個は、tf32 のピークと比べています。カーネル名からは形式が分からず、PyTorch は指定がなければ cuDNN に tf32 で計算させるためです（torch.backends.cudnn.allow_tf32）。</translation>
    </message>
    <message>
        <source>Rank %1: %2 convolutions are faster than the peak of %4, at most %3: %5 of %6. Their kernels are Winograd&apos;s or FFT&apos;s, which do fewer operations than are counted.</source>
        <translation>ランク %1：畳み込み %2 個が %4 のピークを上回り、最大は %3 です（%6 の %5）。カーネルが Winograd または FFT のもので、数えた演算より少ない演算で済んでいます。</translation>
    </message>
    <message>
        <source>Rank %1: %2 products are faster than the peak of %4 that they are held against, at most %3: %5 of %6. Their kernels must compute in another number format than that; their names do not say which.</source>
        <translation>ランク %1：積 %2 個が、比べている %4 のピークを上回り、最大は %3 です（%6 の %5）。カーネルは別の数値形式で計算しているはずですが、名前からは分かりません。</translation>
    </message>
    <message>
        <source>Rank %1: operators cannot be told, for %2 ranges were counted and %3 kernels launched; record one device with profiler_measure_per_kernel=True, and without CUDA graphs.</source>
        <translation>ランク %1：計測された範囲が %2 個、起動されたカーネルが %3 個なので、演算との対応が分かりません。profiler_measure_per_kernel=True とし、デバイス 1 つで、CUDA グラフを使わずに記録してください。</translation>
    </message>
    <message>
        <source>The ranges&apos; places on the timeline are no times: the profiler spreads them evenly over the recording.</source>
        <translation>タイムライン上の範囲の位置は時刻ではありません。プロファイラが記録全体に等間隔で並べたものです。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>names</comment>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Hardware counters by operator</source>
        <translation>演算ごとのハードウェアカウンタ</translation>
    </message>
    <message>
        <source>CUPTI&apos;s counters of kernels</source>
        <translation>CUPTI によるカーネルのカウンタ</translation>
    </message>
    <message>
        <source>What the hardware counted in each kernel, by the operator that launched it.</source>
        <translation>各カーネルでハードウェアが数えた値を、起動した演算ごとに示します。</translation>
    </message>
    <message>
        <source>Of counts</source>
        <translation>回数や量を数えるカウンタのみ</translation>
    </message>
    <message>
        <source>Counters by operator</source>
        <translation>演算ごとのカウンタ</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>Counters by kernel</source>
        <translation>カーネルごとのカウンタ</translation>
    </message>
    <message>
        <source>The number format whose peak holds: as the longest kernel is named, else as PyTorch does by default</source>
        <translation>ピークを比べる数値形式：最も長いカーネルの名前による。名前で分からなければ PyTorch の既定による</translation>
    </message>
    <message>
        <source>operators that torch.compile made the kernel of, by name; NULL: none is told</source>
        <translation>torch.compile がこのカーネルにまとめた演算（名前順）。NULL：分からない</translation>
    </message>
    <message>
        <source>mapping (torch.compile&apos;s file beside the trace), or name (the kernel&apos;s)</source>
        <translation>mapping（トレースと一緒に開いた torch.compile のファイル）または name（カーネル名）</translation>
    </message>
    <message>
        <source>the same as nodes of the compiled graph, where a mapping tells</source>
        <translation>同じものを、コンパイルされたグラフのノードで（対応表がある場合）</translation>
    </message>
    <message>
        <source>nodes of the program&apos;s graph that these come from, where a mapping tells</source>
        <translation>その元になった、プログラムのグラフのノード（対応表がある場合）</translation>
    </message>
    <message>
        <source>Parts of a layer that run again in backward instead of being kept, or all of it</source>
        <translation>保存せず逆伝播で計算し直す層の部分、または層全体</translation>
    </message>
    <message>
        <source>Megatron with fused kernels alone recomputes such parts</source>
        <translation>このような部分を再計算するのは融合カーネルの Megatron だけです</translation>
    </message>
    <message>
        <source>The model&apos;s layers have no such part</source>
        <translation>このモデルの層にその部分はありません</translation>
    </message>
    <message>
        <source>up-projections</source>
        <translation>アップ射影</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>expert layer</source>
        <translation>エキスパート層</translation>
    </message>
    <message>
        <source>experts&apos; activations</source>
        <translation>エキスパートの活性化関数</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>共有エキスパート</translation>
    </message>
    <message>
        <source>Call the named parts of a layer through a checkpoint function; of norms, activations and up-projections the results are dropped as well, and made again before their consumer&apos;s backward.</source>
        <translation>層の指定した部分をチェックポイント関数を通して呼びます。正規化、活性化関数、アップ射影は結果も捨て、それを使う演算の逆伝播の前に作り直します。</translation>
    </message>
    <message>
        <source>recompute %1 of every layer, too</source>
        <translation>各層の %1 も再計算</translation>
    </message>
    <message>
        <source>Activations computed again in backward: selective is core_attn; other parts of a layer by Megatron Core&apos;s names, several joined by +</source>
        <translation>逆伝播で計算し直す活性値。selective は core_attn。層のほかの部分は Megatron Core の名前で、複数は + でつなぐ</translation>
    </message>
    <message>
        <source>Experts&apos; exchange overlaps</source>
        <translation>エキスパート通信の重ね合わせ</translation>
    </message>
    <message>
        <source>Another micro-batch computes while tokens travel to experts and back</source>
        <translation>トークンがエキスパートへ往復する間、別のマイクロバッチが計算します</translation>
    </message>
    <message>
        <source>Attention in</source>
        <translation>アテンションの形式</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 ビット</translation>
    </message>
    <message>
        <source>The number format of the products inside fused attention</source>
        <translation>融合アテンション内の行列積の数値形式</translation>
    </message>
    <message>
        <source>Experts&apos; kernels</source>
        <translation>エキスパートのカーネル</translation>
    </message>
    <message>
        <source>CUDA graphs launch</source>
        <translation>CUDA グラフの起動範囲</translation>
    </message>
    <message>
        <source>all but experts</source>
        <translation>エキスパート以外</translation>
    </message>
    <message>
        <source>the whole step</source>
        <translation>ステップ全体</translation>
    </message>
    <message>
        <source>Number format of the products inside fused attention, where 8 bits wide</source>
        <translation>融合アテンション内の行列積の数値形式（8 ビットの場合）</translation>
    </message>
    <message>
        <source>Experts&apos; activations and casts: kernels of their own, or part of the grouped products; calibrated: as in the calibration&apos;s runs</source>
        <translation>エキスパートの活性化関数と型変換: 独立したカーネル、またはグループ化行列積の一部。calibrated: 較正の実行と同じ</translation>
    </message>
    <message>
        <source>What CUDA graphs launch in the host&apos;s place: nothing, all of a layer but its experts, or the whole step; calibrated: as in the calibration&apos;s runs</source>
        <translation>CUDA グラフがホストに代わって起動する範囲: なし、層のエキスパート以外、ステップ全体。calibrated: 較正の実行と同じ</translation>
    </message>
    <message>
        <source>Planned as its sparse training stage runs: each query attends to at most index_topk keys that its indexer chose (attention on compressed keys and values), and the indexer learns from attention&apos;s scores at these.</source>
        <translation>疎なアテンションの学習段階として計画します。各クエリはインデクサーが選んだ最大 index_topk 個のキーだけに注目し（圧縮されたキーと値に対するアテンション）、インデクサーはそれらのキーでのアテンションのスコアから学習します。</translation>
    </message>
    <message>
        <source>Nothing in the run is known to compute, communicate or copy, so its time is not divided.</source>
        <translation>この実行には、計算・通信・コピーとわかるものがないため、時間の内訳は示しません。</translation>
    </message>
    <message>
        <source>Number format of the gradients; that of the weights where not given, bf16 under narrower ones</source>
        <translation>勾配の数値形式。指定がなければ重みと同じで、重みが 16 ビットより狭ければ bf16</translation>
    </message>
    <message>
        <source>Of so many layers</source>
        <translation>置く層の数</translation>
    </message>
    <message>
        <source>The first so many of each stage leave their activations there; 0: all do</source>
        <translation>各ステージの先頭からこの数の層が活性値をそこに置きます。0 はすべての層</translation>
    </message>
    <message>
        <source>Activations are on the device</source>
        <translation>活性値はデバイス上にあります</translation>
    </message>
    <message>
        <source>So many layers of each stage, the first ones, leave their activations where their residency says; 0: all</source>
        <translation>各ステージの先頭からこの数の層が、活性値を指定の置き場所に置きます。0 はすべての層</translation>
    </message>
    <message>
        <source>Allocator peak</source>
        <translation>アロケータのピーク</translation>
    </message>
    <message>
        <source>at most, in backward or in the update</source>
        <translation>逆伝播または更新における最大</translation>
    </message>
    <message>
        <source>Energy: no power of %1 is known: enter it with --power, or as power in a hardware file</source>
        <translation>エネルギー：%1 の消費電力は不明です。--power か、ハードウェアのファイルの power で入力してください</translation>
    </message>
    <message>
        <source>Cost: no price of %1 is known: enter it with --price, or as price_per_hour in a hardware file</source>
        <translation>費用：%1 の価格は不明です。--price か、ハードウェアのファイルの price_per_hour で入力してください</translation>
    </message>
    <message>
        <source>Computing in %1: %2 names no peak for it, that of %3 is taken</source>
        <translation>%1 での計算：%2 にはそのピークがないため、%3 のピークを使います</translation>
    </message>
    <message>
        <source>Calibrations</source>
        <translation>較正</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>it holds for alone</source>
        <translation>これらにのみ使う</translation>
    </message>
    <message>
        <source>it was fitted to</source>
        <translation>当てはめの対象</translation>
    </message>
    <message>
        <source>mean, on the runs fitted</source>
        <translation>平均、当てはめた実行に対して</translation>
    </message>
    <message>
        <source>mean, on shapes that the fit had not seen</source>
        <translation>平均、当てはめに含まれない形に対して</translation>
    </message>
    <message>
        <source>Range of the runs</source>
        <translation>実行の範囲</translation>
    </message>
    <message>
        <source>Of the device</source>
        <translation>デバイス全体</translation>
    </message>
    <message>
        <source>with what the framework takes beside the tensors</source>
        <translation>テンソルのほかにフレームワークが使う分を含む</translation>
    </message>
    <message>
        <source>May not fit: %1 stay free, less than closed forms may be off by.</source>
        <translation>収まらないおそれがあります：空きは %1 で、閉形式の誤差より小さいです。</translation>
    </message>
    <message>
        <source>at most, with what the framework takes beside the tensors</source>
        <translation>最大、テンソルのほかにフレームワークが使う分を含む</translation>
    </message>
    <message>
        <source>Error on others</source>
        <translation>他での誤差</translation>
    </message>
    <message>
        <source>Busiest experts&apos; tokens, per cent</source>
        <translation>最も混むエキスパートのトークン（％）</translation>
    </message>
    <message>
        <source>What the busiest device with experts gets, of the mean: 100 where the router is forced to balance, as in benchmarks</source>
        <translation>エキスパートを持つデバイスのうち最も混むものが受け取る量（平均に対する％）。ベンチマークのようにルータを均等に強制するときは 100</translation>
    </message>
    <message>
        <source>Network: no collective over %1 machines of %2 was measured, and its description does not say how its network scales: its links are taken to give %3 % there</source>
        <translation>ネットワーク：%2 を %1 台つないだ集団通信の測定はなく、台数による低下の記述もありません。リンクの %3 % が出ると仮定しています</translation>
    </message>
    <message>
        <source>Experts: tokens are taken to reach every device alike, as benchmarks force them to; --expert-imbalance says what the busiest gets</source>
        <translation>エキスパート：トークンはベンチマークで強制されるとおり全デバイスに均等に届くとしています。最も混むデバイスの量は --expert-imbalance で指定できます</translation>
    </message>
    <message>
        <source>Tokens of the busiest device with experts over the mean of those that share a layer&apos;s experts; 1: as many each</source>
        <translation>層のエキスパートを分け持つデバイスのうち、最も混むもののトークン数を平均で割った値。1：均等</translation>
    </message>
    <message>
        <source>Layers of each pipeline stage, or of each chunk where stages hold several; even where not given</source>
        <translation>各パイプラインステージの層数。ステージが複数のチャンクを持つときは各チャンクの層数でもよい。指定がなければ均等</translation>
    </message>
    <message>
        <source>80 %: %1, %2</source>
        <comment>an interval, and a calibration</comment>
        <translation>80 %：%1、%2</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80 % 区間</translation>
    </message>
    <message>
        <source>Cost of a step</source>
        <translation>1 ステップの費用</translation>
    </message>
    <message>
        <source>Model %1.</source>
        <translation>モデル %1。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>no calibration</source>
        <translation>較正なし</translation>
    </message>
    <message>
        <source>calibration %1</source>
        <translation>較正 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n outside its range</source>
        <comment>a calibration</comment>
        <translation>
            <numerusform>%1、範囲外 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Calibration: %1</source>
        <translation>較正：%1</translation>
    </message>
    <message>
        <source>none holds for such a plan</source>
        <translation>このような計画に当てはまるものはない</translation>
    </message>
    <message>
        <source>Outside its range: %1</source>
        <translation>その範囲の外：%1</translation>
    </message>
    <message>
        <source>the low end of the 80 % interval of the step</source>
        <translation>ステップの 80 % 区間の下端</translation>
    </message>
    <message>
        <source>the high end of the 80 % interval of the step</source>
        <translation>ステップの 80 % 区間の上端</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>較正</translation>
    </message>
    <message>
        <source>Outside its range</source>
        <translation>範囲の外</translation>
    </message>
    <message>
        <source>Network: no collective over %1 machines of %2 was measured; its links are taken to give %3 % there, as its description says</source>
        <translation>ネットワーク：%2 を %1 台つないだ集団通信の測定はありません。記述どおり、リンクの %3 % が出るとしています</translation>
    </message>
    <message>
        <source>Network: the calibration&apos;s runs had up to %1 machines of %2; over %3 its links are taken to give %4 % of what they gave there</source>
        <translation>ネットワーク：較正に使った実行は %2 を最大 %1 台まで使っています。%3 台ではリンクがそのときの %4 % を出すとしています</translation>
    </message>
    <message>
        <source>Of a model of several parts the language model alone is planned.</source>
        <translation>複数の部分からなるモデルのうち、言語モデルだけを計画します。</translation>
    </message>
    <message>
        <source>Tokens in a packed sample</source>
        <translation>詰めたサンプルのトークン数</translation>
    </message>
    <message>
        <source>In the mean; attention stays within each of the samples that fill a sequence</source>
        <translation>平均値。シーケンスを埋めるアテンションは各サンプルの内側だけで計算します</translation>
    </message>
    <message>
        <source>one sample fills it</source>
        <translation>1 サンプルで埋まる</translation>
    </message>
    <message>
        <source>A decoder behind an encoder takes one sample a sequence</source>
        <translation>エンコーダの後のデコーダは 1 シーケンスに 1 サンプルを取ります</translation>
    </message>
    <message>
        <source>Only fused attention keeps to the samples of a sequence</source>
        <translation>シーケンス内のサンプルごとに計算できるのは融合アテンションだけです</translation>
    </message>
    <message>
        <source>queries, keys and values</source>
        <translation>クエリ・キー・バリュー</translation>
    </message>
    <message>
        <source>Mean tokens of the samples packed into a sequence, whose attention stays within each; 0: one sample fills it</source>
        <translation>1 シーケンスに詰めたサンプルの平均トークン数。アテンションは各サンプルの内側だけ。0: 1 サンプルで埋まる</translation>
    </message>
    <message>
        <source>Matrices that get an adapter: attention&apos;s, all of a layer, or those that make queries, keys and values</source>
        <translation>アダプターを付ける行列: アテンションの行列、層のすべて、またはクエリ・キー・バリューを作る行列</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 サンプル/秒</translation>
    </message>
    <message>
        <source>%1 %2: %3, efficiency %4; %5</source>
        <translation>%1 %2：%3、効率 %4；%5</translation>
    </message>
    <message>
        <source>The recording takes %1</source>
        <translation>記録全体は %1</translation>
    </message>
    <message>
        <source>A step takes %1</source>
        <translation>1 ステップは %1</translation>
    </message>
    <message>
        <source>Embedding tables</source>
        <translation>埋め込み表</translation>
    </message>
    <message>
        <source>Placement of tables</source>
        <translation>表の配置</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a control, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>on</source>
        <comment>a choice</comment>
        <translation>オン</translation>
    </message>
    <message>
        <source>off</source>
        <comment>a choice</comment>
        <translation>オフ</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>Being worked out…</source>
        <translation>計算しています…</translation>
    </message>
    <message>
        <source>Only the device&apos;s own fused attention computes in 8 bits</source>
        <translation>8 ビットで計算するのは、デバイス用の融合アテンションだけです</translation>
    </message>
    <message>
        <source>Triton</source>
        <translation>Triton</translation>
    </message>
    <message>
        <source>kept plan %1</source>
        <translation>保存した計画 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a part of several names, write one of them: %2</source>
        <translation>「%1」はいくつかの名前の一部です。次のどれかを書いてください：%2</translation>
    </message>
    <message>
        <source>broken promise %1, version %2</source>
        <translation>破られた約束 %1、バージョン %2</translation>
    </message>
    <message>
        <source>broken promise %1, version %2, %3</source>
        <translation>破られた約束 %1、バージョン %2、%3</translation>
    </message>
    <message>
        <source>there is no answer, by a fault of Shardscope itself; please report this line: %1</source>
        <translation>Shardscope 自身の不具合により答えが出せません。この行を報告してください：%1</translation>
    </message>
    <message>
        <source>as %1 can run it</source>
        <translation>%1 で実行できる形</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>1 ステップ %1</translation>
    </message>
    <message>
        <source>%1 on one device</source>
        <translation>1 デバイスで %1</translation>
    </message>
    <message>
        <source>%1 on the fullest of %2 devices</source>
        <translation>%2 デバイスのうち最も詰まったもので %1</translation>
    </message>
    <message>
        <source>Cannot be run as it is: %1.</source>
        <translation>このままでは実行できません：%1。</translation>
    </message>
    <message>
        <source>Memory by closed forms, without a simulation of the allocator: %1. How far they may be off was never measured on such plans.</source>
        <translation>メモリは、アロケータのシミュレーションなしに式から求めました：%1。このような計画でどれだけずれるかは測定されていません。</translation>
    </message>
    <message>
        <source>exposed share of collectives, half at least: calibration %1 saw no products of %2</source>
        <translation>隠れない集団通信の割合、少なくとも半分：較正 %1 は %2 の行列積を見ていません</translation>
    </message>
    <message>
        <source>Rank %1: %2 of %3 kernels and copies run shorter than the call that launches them; larger batches or fusion would help.</source>
        <translation>ランク %1：カーネルとコピー %3 件のうち %2 件は、それを起動する呼び出しより短い時間で終わります。バッチを大きくするか融合すると改善します。</translation>
    </message>
    <message>
        <source>what the devices do, and so what costs time</source>
        <translation>デバイスが何をしているか、つまり何に時間がかかるか</translation>
    </message>
    <message>
        <source>what a part of the devices&apos; time is spent on</source>
        <translation>デバイスの時間の一部が何に使われているか</translation>
    </message>
    <message>
        <source>how long the devices work</source>
        <translation>デバイスがどれだけの時間動いているか</translation>
    </message>
    <message>
        <source>%1 kernels were launched and the work of none was recorded</source>
        <translation>%1 個のカーネルが起動されましたが、その実行は 1 つも記録されていません</translation>
    </message>
    <message>
        <source>the file names %1 and holds no work of it: it was not used, or not recorded</source>
        <translation>ファイルには %1 の名前がありますが、その実行はありません。使われなかったか、記録されなかったかのどちらかです</translation>
    </message>
    <message>
        <source>the run holds no work of a device: none was used, or none was recorded</source>
        <translation>この実行にはデバイスの実行がありません。使われなかったか、記録されなかったかのどちらかです</translation>
    </message>
    <message>
        <source>%1 of %2 launches have no work in the file, so that what looks idle may not be</source>
        <translation>起動 %2 件のうち %1 件には、ファイルに対応する実行がありません。空きに見える時間が空きとは限りません</translation>
    </message>
    <message>
        <source>%1 kernels are said to run on through several that began behind them on their stream, for %2 in all</source>
        <translation>%1 個のカーネルは、同じストリームで後から始まったいくつかを通り越して動き続けたことになっています。合わせて %2 です</translation>
    </message>
    <message>
        <source>Record with both activities, ProfilerActivity.CPU and CUDA; what CUPTI or ROCTracer print as the recording starts says why devices are left out.</source>
        <translation>ProfilerActivity.CPU と CUDA の両方を指定して記録してください。デバイスが抜ける理由は、記録の開始時に CUPTI や ROCTracer が出すメッセージにあります。</translation>
    </message>
    <message>
        <source>Record with jax.profiler in the process that owns the devices; what its tracer prints as the recording starts says why devices are left out.</source>
        <translation>デバイスを持つプロセスで jax.profiler を使って記録してください。デバイスが抜ける理由は、記録の開始時にトレーサが出すメッセージにあります。</translation>
    </message>
    <message>
        <source>Record the devices&apos; work as well: nsys profile --trace=cuda,nvtx, rocprofv3 --kernel-trace --memory-copy-trace, or the framework&apos;s own profiler.</source>
        <translation>デバイスの実行も記録してください：nsys profile --trace=cuda,nvtx、rocprofv3 --kernel-trace --memory-copy-trace、またはフレームワークのプロファイラ。</translation>
    </message>
    <message>
        <source>Record fewer steps at once, or give the profiler larger buffers, so that it drops nothing.</source>
        <translation>一度に記録するステップを減らすか、プロファイラのバッファを大きくして、取りこぼしをなくしてください。</translation>
    </message>
    <message>
        <source>Record with a newer driver or profiler: such times are mistakes of theirs.</source>
        <translation>より新しいドライバかプロファイラで記録してください。このような時刻はそれらの誤りです。</translation>
    </message>
    <message>
        <source>idle devices by cause</source>
        <translation>デバイスの空きの原因</translation>
    </message>
    <message>
        <source>communication and copies that nothing hides</source>
        <translation>隠れない通信とコピー</translation>
    </message>
    <message>
        <source>element-wise kernels that could be one</source>
        <translation>1 つにまとめられる要素ごとのカーネル</translation>
    </message>
    <message>
        <source>steps that stand out</source>
        <translation>突出したステップ</translation>
    </message>
    <message>
        <source>ranks that others wait for</source>
        <translation>ほかを待たせるランク</translation>
    </message>
    <message>
        <source>pipelines that run empty</source>
        <translation>空になるパイプライン</translation>
    </message>
    <message>
        <source>collectives that never ended</source>
        <translation>終わらなかった集団通信</translation>
    </message>
    <message>
        <source>Not known: %1, because %2.</source>
        <translation>不明：%1。理由：%2。</translation>
    </message>
    <message>
        <source>What costs time is not known from this run.</source>
        <translation>何に時間がかかるかは、この実行からはわかりません。</translation>
    </message>
    <message>
        <source>Nothing was found that costs a hundredth of a step or more. Looked for: %1. How near products come to the device&apos;s peak is told by the analysis of FLOP/s.</source>
        <translation>ステップの 100 分の 1 以上かかるものは見つかりませんでした。調べたもの：%1。行列積がデバイスのピークにどこまで近いかは、FLOP/s の分析にあります。</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host launches nothing, and what it does then was not recorded.</source>
        <translation>ホストが何も起動しない間、デバイスは 1 ステップあたり %1（%2）待ちます。その間ホストが何をしているかは記録されていません。</translation>
    </message>
    <message>
        <source>Keep device memory from step to step: a pool that is not emptied, and fixed shapes.</source>
        <translation>デバイスのメモリをステップ間で保持してください：空にしないプールと、固定した形状を使います。</translation>
    </message>
    <message>
        <source>Copy from and to pinned memory without blocking, and keep its buffers.</source>
        <translation>ピン留めしたメモリとの間で、待たずにコピーし、そのバッファを使い続けてください。</translation>
    </message>
    <message>
        <source>Do not read results back in the loop, or do it some steps later; copy inputs from pinned memory without blocking.</source>
        <translation>ループの中で結果を読み戻さないか、数ステップ後に読んでください。入力はピン留めしたメモリから待たずにコピーしてください。</translation>
    </message>
    <message>
        <source>Launch less: graphs of kernels, larger compiled functions, fused operations, larger batches.</source>
        <translation>起動を減らしてください：カーネルのグラフ、より大きなコンパイル済み関数、融合した演算、より大きなバッチ。</translation>
    </message>
    <message>
        <source>Do it beside the devices&apos; work (in another thread or process, ahead of need), less often, or on the device.</source>
        <translation>デバイスの実行と並行して（別のスレッドやプロセスで前もって）行うか、回数を減らすか、デバイス上で行ってください。</translation>
    </message>
    <message>
        <source>Record what the host does: Python&apos;s functions (with_stack=True), or ranges that the program names.</source>
        <translation>ホストが何をしているかを記録してください：Python の関数（with_stack=True）、またはプログラムが名付けた区間。</translation>
    </message>
    <message>
        <source>Record what the host does: its functions, or ranges that the program names.</source>
        <translation>ホストが何をしているかを記録してください：その関数、またはプログラムが名付けた区間。</translation>
    </message>
    <message>
        <source>Fuse them: one kernel for what follows one another, by the framework&apos;s compiler or by hand.</source>
        <translation>融合してください：続けて行うものを 1 つのカーネルに。フレームワークのコンパイラか手作業で行います。</translation>
    </message>
    <message>
        <source>Device without recorded work</source>
        <translation>実行が記録されていないデバイス</translation>
    </message>
    <message>
        <source>Summed names</source>
        <translation>まとめた名前の数</translation>
    </message>
    <message>
        <source>Of a row that sums what costs little</source>
        <translation>時間の少ないものをまとめた行について</translation>
    </message>
    <message>
        <source>Files of the run could not be read or hold no events: what is told is of the others.</source>
        <translation>この実行のファイルのうち、読めないものや出来事のないものがあります。以下は残りのファイルについてです。</translation>
    </message>
    <message>
        <source>a kernel computes; NULL, as all that follow: kernels were launched and none was recorded</source>
        <translation>カーネルが計算している時間。NULL（以降もすべて同じ）：カーネルは起動されたが 1 つも記録されていない</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>残り</translation>
    </message>
    <message>
        <source>Left out: operation by operation they do not fit, or leave too little free</source>
        <translation>除外：操作ごとに見ると収まらないか、空きが少なすぎます</translation>
    </message>
    <message>
        <source>Framework options</source>
        <translation>フレームワークのオプション</translation>
    </message>
    <message>
        <source>The model has no RMS norms</source>
        <translation>このモデルに RMS 正規化はありません</translation>
    </message>
    <message>
        <source>%1 has no such option</source>
        <translation>%1 にそのオプションはありません</translation>
    </message>
    <message>
        <source>%1 on %2 of %3</source>
        <translation>%3 の %1、デバイス %2</translation>
    </message>
    <message>
        <source>%1 tokens/s a device</source>
        <translation>%1 トークン/秒/デバイス</translation>
    </message>
    <message>
        <source>ours for it: %1</source>
        <translation>当方の予測：%1</translation>
    </message>
    <message>
        <source>This step is faster than every published run of its kind: %1 a device (model FLOPs, causal attention by half), where the best of %2 on this device in this number format reached %3 (%4; %5).</source>
        <translation>このステップは、同種の公表されたどの実行よりも速い値です：デバイスあたり %1（モデル FLOPs、因果アテンションは半分で計算）。このデバイスとこの数値形式では、%2 件のうち最良でも %3 でした（%4；%5）。</translation>
    </message>
    <message>
        <source>Nearest published runs:</source>
        <translation>最も近い公表された実行：</translation>
    </message>
    <message>
        <source>What the framework does only where it is told to, by its own words</source>
        <translation>指示したときだけフレームワークが行うこと（フレームワーク自身の用語で）</translation>
    </message>
    <message>
        <source>Whose program trains: its kernels, saved tensors and habits</source>
        <translation>どのプログラムで学習するか：そのカーネル、保存するテンソル、動作</translation>
    </message>
    <message>
        <source>front: goes first</source>
        <translation>先頭：最初に消える</translation>
    </message>
    <message>
        <source>back: used last</source>
        <translation>末尾：最後に使用</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>エントリ</translation>
    </message>
    <message>
        <source>A node of the array: next and previous as positions of 32 bits, and the entry</source>
        <translation>配列のノード：次と前の位置（各 32 ビット）とエントリ</translation>
    </message>
    <message>
        <source>map: id (64 bits) → position (32 bits)</source>
        <translation>マップ：ID（64 ビット）→ 位置（32 ビット）</translation>
    </message>
    <message>
        <source>a read moves it to the back</source>
        <translation>読むと末尾へ移る</translation>
    </message>
    <message>
        <source>an entry</source>
        <translation>エントリ 1 個</translation>
    </message>
    <message>
        <source>links</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>head, dimension, id</source>
        <translation>ヘッダ、次元、ID</translation>
    </message>
    <message>
        <source>map</source>
        <translation>マップ</translation>
    </message>
    <message>
        <source>An entry of %1 elements takes %2, of which %3 find and evict it.</source>
        <translation>%1 要素のエントリは %2 を占め、うち %3 は検索と追い出しのためです。</translation>
    </message>
    <message>
        <source>%1 of %2 rows are resident: an insertion beyond that pops the front, and %3 of the lookups make their row anew. A row that is not met again is gone after %4 samples.</source>
        <translation>%2 行のうち %1 行が常駐します。それを超える挿入は先頭を追い出し、参照の %3 は行を作り直します。再び参照されない行は %4 サンプル後に消えます。</translation>
    </message>
    <message>
        <source>All %1 rows fit: nothing is evicted.</source>
        <translation>%1 行すべてが収まり、追い出しはありません。</translation>
    </message>
    <message>
        <source>By the published code: the array for the whole capacity is made at the start, positions have 32 bits, rows&apos; numbers lie in allocations of their own (whose headers are not counted), so that rows are not contiguous as the article has them.</source>
        <translation>公開コードによる：容量分の配列を最初に作り、位置は 32 ビット、行の数値は個別に確保した領域（そのヘッダは数えない）に置かれるため、行は記事の言うような連続領域ではありません。</translation>
    </message>
    <message>
        <source>%1 accelerators, %2: %3 samples/s, limited by %4; the all-reduce of a batch takes %5</source>
        <translation>アクセラレータ %1 個、%2：%3 サンプル/秒、律速は%4。バッチの all-reduce は %5</translation>
    </message>
    <message>
        <source>%1 accelerators: %2 samples/s if contention grows with each doubling of the machines</source>
        <translation>アクセラレータ %1 個：競合がマシン数の倍増ごとに増えるなら %2 サンプル/秒</translation>
    </message>
    <message>
        <source>%1 accelerators: %2 samples/s published, to be read within %3 (%4)</source>
        <translation>アクセラレータ %1 個：公表 %2 サンプル/秒、読み取り誤差 %3（%4）</translation>
    </message>
    <message>
        <source>contention fitted here</source>
        <translation>競合を当てはめた範囲</translation>
    </message>
    <message>
        <source>Nothing was published of this model at several sizes: no measured point stands here.</source>
        <translation>このモデルの複数規模での公表値はなく、実測点はありません。</translation>
    </message>
    <message>
        <source>Published: %1 times the rate on %2 times the accelerators (%3 to %4), which is %5 of in proportion.</source>
        <translation>公表値：アクセラレータ %2 倍（%3 から %4）で速度 %1 倍、比例の %5。</translation>
    </message>
    <message>
        <source>With every role twice as many, an accelerator does %1 of what it did, limited by %2.</source>
        <translation>全役割を 2 倍にすると、アクセラレータ 1 個の速度は元の %1。律速は%2。</translation>
    </message>
    <message>
        <source>With every role twice as many, an accelerator does %1 to %2 of what it did, limited by %3: their processes get in each other&apos;s way, which was fitted on one model&apos;s %4 to %5 V100 and is extrapolated beyond; two forms of it that fit nearly alike part there.</source>
        <translation>全役割を 2 倍にすると、アクセラレータ 1 個の速度は元の %1〜%2。律速は%3：プロセスどうしの競合で、1 つのモデルの V100 %4〜%5 個に当てはめ、その先は外挿です。ほぼ同程度に合う二つの形がそこで分かれます。</translation>
    </message>
    <message>
        <source>predicted; dashed: extrapolated</source>
        <translation>予測（破線：外挿）</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>Calibrated on one published run: %1.</source>
        <translation>公表された実行 1 件で校正：%1。</translation>
    </message>
    <message>
        <source>Ids repeat as in Meta&apos;s published histogram of production ads models; what its batch met once is taken never to come back, so that a large cache answers at least this.</source>
        <translation>ID の重複は、Meta が公表した広告の本番モデルのヒストグラムに従います。そのバッチで一度だけ現れた ID は二度と来ないと見なすため、大きなキャッシュの値は下限です。</translation>
    </message>
    <message>
        <source>How often ids repeat is not known: all rows are taken to be equally often.</source>
        <translation>ID の重複は不明で、全行が等しい頻度と見なしています。</translation>
    </message>
    <message>
        <source>Ids follow a Zipf law with exponent %1.</source>
        <translation>ID は指数 %1 の Zipf 則に従います。</translation>
    </message>
    <message>
        <source>Ids follow Zipf laws with exponents from %1 to %2.</source>
        <translation>ID は指数 %1〜%2 の Zipf 則に従います。</translation>
    </message>
    <message>
        <source>Up to %1 of a table&apos;s lookups are of ids that come once.</source>
        <translation>表の参照の最大 %1 は一度しか現れない ID です。</translation>
    </message>
    <message>
        <source>share of all rows in the cache, logarithmic</source>
        <translation>キャッシュにある行の割合（対数）</translation>
    </message>
    <message>
        <source>lookups answered, logarithmic</source>
        <translation>応答できる参照（対数）</translation>
    </message>
    <message>
        <source>%1 of the rows (%2): %3 of the lookups</source>
        <translation>行の %1（%2 行）：参照の %3</translation>
    </message>
    <message>
        <source>A cache of 1 % of the rows, which keeps what was used last, answers %1 of the lookups.</source>
        <translation>最後に使った行を保つ、全行の 1 % のキャッシュは参照の %1 に応えます。</translation>
    </message>
    <message>
        <source>different ids</source>
        <translation>異なる ID</translation>
    </message>
    <message>
        <source>code, of plain ids</source>
        <translation>コード、ID だけに対して</translation>
    </message>
    <message>
        <source>16-bit lists, of plain ids</source>
        <translation>16 ビットのリスト、ID だけに対して</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>4 分の 1</translation>
    </message>
    <message>
        <source>batch of a worker, logarithmic</source>
        <translation>ワーカーのバッチ（対数）</translation>
    </message>
    <message>
        <source>share, logarithmic</source>
        <translation>割合（対数）</translation>
    </message>
    <message>
        <source>batch of %1, %2: %3</source>
        <translation>バッチ %1、%2：%3</translation>
    </message>
    <message>
        <source>No AUC was published of this model in several modes: what staleness costs it is not known.</source>
        <translation>このモデルのモード別 AUC は公表されておらず、古さの代償は分かりません。</translation>
    </message>
    <message>
        <source>Published: AUC below synchronous training&apos;s by %1 (hybrid) and %2 (full async), each read off within %3.</source>
        <translation>公表値：AUC は同期学習よりハイブリッドで %1、完全非同期で %2 低い（図の読み取り誤差 %3）。</translation>
    </message>
    <message>
        <source>That is on %1 GPUs; not known beyond, nor for another staleness.</source>
        <translation>GPU %1 個での値で、それを超える規模や別の古さでは分かりません。</translation>
    </message>
    <message>
        <source>On how many GPUs is not stated; not known for another staleness.</source>
        <translation>GPU 数は示されておらず、別の古さでは分かりません。</translation>
    </message>
    <message>
        <source>full async</source>
        <translation>完全非同期</translation>
    </message>
    <message>
        <source>The curves are a bound up to constants, no AUC: τ^a · α^b / T against σ/√T + 1/T after %1 steps; full async has α = 1, since every update changes the dense part.</source>
        <translation>曲線は定数を除いた上界で AUC ではありません：%1 ステップ後の σ/√T + 1/T に対する τ^a · α^b / T。完全非同期では更新のたびに密な部分が変わるため α = 1。</translation>
    </message>
    <message>
        <source>full sync</source>
        <translation>完全同期</translation>
    </message>
    <message>
        <source>hybrid</source>
        <translation>ハイブリッド</translation>
    </message>
    <message>
        <source>steps T, logarithmic</source>
        <translation>ステップ数 T（対数）</translation>
    </message>
    <message>
        <source>bound, logarithmic</source>
        <translation>上界（対数）</translation>
    </message>
    <message>
        <source>%1 steps, %2: %3</source>
        <translation>%1 ステップ、%2：%3</translation>
    </message>
    <message>
        <source>The most frequent id occurs in a sample with probability α = %1 (table %2; the median table&apos;s: %3).</source>
        <translation>最も頻繁な ID がサンプルに現れる確率は α = %1（表 %2。表の中央値では %3）。</translation>
    </message>
    <message>
        <source>α = %1 as chosen.</source>
        <translation>α = %1（指定値）。</translation>
    </message>
    <message>
        <source>That is far below 1, as the article says; after %1 steps with τ = %2 hybrid training adds %3 to the bound.</source>
        <translation>記事の言うとおり 1 よりはるかに小さく、%1 ステップ後、τ = %2 でハイブリッド学習が上界に加えるのは %3。</translation>
    </message>
    <message>
        <source>The article takes α far below 1; here it is not, since features with few values have an id that most samples hold. After %1 steps with τ = %2 hybrid training adds %3 to the bound: its term falls with T, synchronous training&apos;s with the root of it.</source>
        <translation>記事は α を 1 よりはるかに小さいとしますが、ここでは違います。値の少ない特徴には大半のサンプルが持つ ID があるためです。%1 ステップ後、τ = %2 でハイブリッド学習が上界に加えるのは %3：その項は T に、同期学習の項は T の平方根に反比例します。</translation>
    </message>
    <message>
        <source>A bound up to constants, no prediction: σ/√T + 1/T, and τ^a · α^b / T for hybrid modes; the exponents are not verified. None is stated for full asynchrony: its curve has α = 1.</source>
        <translation>定数を除いた上界で予測ではありません：σ/√T + 1/T、ハイブリッドではさらに τ^a · α^b / T。指数は未確認。完全非同期の上界は示されておらず、曲線は α = 1 としたもの。</translation>
    </message>
    <message>
        <source>24 B an id: two coordinates and the id</source>
        <translation>ID あたり 24 B：座標 2 個と ID</translation>
    </message>
    <message>
        <source>28 B a different id: id, length of its list, entry of the map</source>
        <translation>異なる ID あたり 28 B：ID、リストの長さ、マップの項目</translation>
    </message>
    <message>
        <source>2 B an occurrence</source>
        <translation>出現あたり 2 B</translation>
    </message>
    <message>
        <source>from a batch of %1</source>
        <translation>バッチ %1 から</translation>
    </message>
    <message>
        <source>at no batch</source>
        <translation>どのバッチでも届かない</translation>
    </message>
    <message>
        <source>The article&apos;s quarter of plain ids: by PERSIA&apos;s published code never (a half at least), by 16-bit lists %1. A quarter of sparse tensors: by the code %2, by the lists %3.</source>
        <translation>記事の「4 分の 1」：ID だけに対しては、PERSIA の公開コードでは決して届かず（少なくとも半分）、16 ビットのリストなら%1。疎テンソルに対しては、コードで%2、リストで%3。</translation>
    </message>
    <message>
        <source>That is more than the largest message, %1: take at most %2 samples.</source>
        <translation>最大メッセージ %1 を超えます。サンプルは多くとも %2 件にしてください。</translation>
    </message>
    <message>
        <source>The largest message is %1: up to %2 samples.</source>
        <translation>最大メッセージは %1：サンプル %2 件まで。</translation>
    </message>
    <message>
        <source>The code counts samples in 16 bits: no batch above 65,535. Lists as the paper has them are recalled.</source>
        <translation>コードはサンプルを 16 ビットで数えるため、バッチは 65,535 まで。論文のリスト形式は記憶によるもので未確認です。</translation>
    </message>
    <message>
        <source>phases of a stage, logarithmic</source>
        <translation>ステージのフェーズ数(対数)</translation>
    </message>
    <message>
        <source>bandwidth of streaming memory that a device needs</source>
        <translation>1 デバイスに必要なストリーミングメモリ帯域幅</translation>
    </message>
    <message>
        <source>%1 phases, %2 micro-batches: %3 a device, so that computing hides what is streamed; %4</source>
        <translation>%1 フェーズ、%2 マイクロバッチ:計算がストリーミングを隠すには 1 デバイスあたり %3。%4</translation>
    </message>
    <message>
        <source>a phase fits in the processor</source>
        <translation>フェーズはプロセッサに収まる</translation>
    </message>
    <message>
        <source>a phase does not fit in the processor</source>
        <translation>フェーズはプロセッサに収まらない</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>この計画</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 マイクロバッチ</translation>
    </message>
    <message>
        <source>what the memory gives: %1</source>
        <translation>メモリが与える帯域幅:%1</translation>
    </message>
    <message>
        <source>A step streams each phase&apos;s weights twice and its gradients once whatever the number of micro-batches, and each micro-batch&apos;s edges five times a phase. The more a processor holds, the fewer phases and the less bandwidth; the more micro-batches, the longer computing hides the weights. The update&apos;s stream, which nothing hides, is not part of it.</source>
        <translation>1 ステップで、マイクロバッチ数によらず各フェーズの重みを 2 回、勾配を 1 回、各マイクロバッチの境界テンソルをフェーズごとに 5 回ストリーミングする。プロセッサの容量が大きいほどフェーズは少なく帯域幅も小さい。マイクロバッチが多いほど計算が重みの転送を長く隠す。何にも隠れない更新の転送は含まない。</translation>
    </message>
    <message>
        <source>%1 a sample</source>
        <translation>サンプルあたり %1</translation>
    </message>
    <message>
        <source>%1 read a sample</source>
        <translation>サンプルあたり読み出し %1</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3, %4</source>
        <translation>%1：%2 パラメータ、%3、%4</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 要素</translation>
    </message>
    <message>
        <source>%1 numeric features</source>
        <translation>数値特徴 %1 個</translation>
    </message>
    <message>
        <source>%1 ids of %2 features</source>
        <translation>%2 特徴の ID %1 個</translation>
    </message>
    <message>
        <source>%1 %2 (%3 of the lookups)</source>
        <translation>%1 %2（参照の %3）</translation>
    </message>
    <message>
        <source>Tables with their state lie in: %1.</source>
        <translation>表とその状態の置き場所：%1。</translation>
    </message>
    <message>
        <source>Tables with their state lie on the parameter servers: %1.</source>
        <translation>表とその状態はパラメータサーバにあります：%1。</translation>
    </message>
    <message>
        <source>The tables are %1 of the parameters and %2 of the arithmetic; a forward pass takes %3 a sample.</source>
        <translation>表はパラメータの %1、演算の %2 を占め、順伝播はサンプルあたり %3。</translation>
    </message>
    <message>
        <source>year</source>
        <translation>年</translation>
    </message>
    <message>
        <source>parameters, logarithmic</source>
        <translation>パラメータ（対数）</translation>
    </message>
    <message>
        <source>%1, %2: %3 parameters (%4)</source>
        <translation>%1、%2 年：%3 パラメータ（%4）</translation>
    </message>
    <message>
        <source>as published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>second hand</source>
        <translation>間接情報</translation>
    </message>
    <message>
        <source>From Google&apos;s 1 billion of 2016 to 100 trillion. The article says 10 trillion of Facebook&apos;s model where PERSIA&apos;s paper says 12: both are shown.</source>
        <translation>2016 年の Google の 10 億から 100 兆まで。Facebook のモデルは記事では 10 兆、PERSIA の論文では 12 兆で、両方を示します。</translation>
    </message>
    <message>
        <source>%1, AUC not known</source>
        <translation>%1、AUC は不明</translation>
    </message>
    <message>
        <source>%1 samples/s; limited by %2</source>
        <translation>%1 サンプル/秒。制限：%2</translation>
    </message>
    <message>
        <source>%1 samples/s, %2 times Zion&apos;s (%3 to %4); limited by %5</source>
        <translation>%1 サンプル/秒、Zion の %2 倍（%3～%4）。制限：%5</translation>
    </message>
    <message>
        <source>Each row keeps the changes above it. Rows of Zion let nothing wait for anything but the slowest resource; ZionEX&apos;s are whole synchronous steps. Its accelerators are ZionEX&apos;s in every row. In brackets: over the ranges of Zion&apos;s constants.</source>
        <translation>各行は上の変更を含む。Zion の行では、最も遅い資源のほかに待つものはない。ZionEX の行は同期したステップ全体。アクセラレータはどの行も ZionEX のもの。括弧内は Zion の定数の範囲。</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2～%3）</translation>
    </message>
    <message>
        <source>unverified: %1</source>
        <translation>未確認：%1</translation>
    </message>
    <message>
        <source>Each constant can be set on the left, or with --set on the command line; what is set has no range.</source>
        <translation>どの定数も左で、またはコマンドラインの --set で指定できる。指定した値に範囲はない。</translation>
    </message>
    <message>
        <source>step %1 · idlest stage %2 of the step, %3 in its span</source>
        <translation>ステップ %1 · 最も空いているステージはステップの %2、自身の区間の %3</translation>
    </message>
    <message>
        <source>bubble (fills and drains) %1</source>
        <translation>バブル(充填と排出)%1</translation>
    </message>
    <message>
        <source>; for %1 of the step the pipeline fills and drains (bubble)</source>
        <translation>。ステップの %1 でパイプラインが充填・排出(バブル)</translation>
    </message>
    <message>
        <source>From Zion to ZionEX, one change at a time</source>
        <translation>Zion から ZionEX へ、変更を一つずつ</translation>
    </message>
    <message>
        <source>Zion: the constants of its model</source>
        <translation>Zion：モデルの定数</translation>
    </message>
    <message>
        <source>The model&apos;s parts</source>
        <translation>モデルの構成</translation>
    </message>
    <message>
        <source>Parameters of recommendation models by year</source>
        <translation>推薦モデルのパラメータ数の推移</translation>
    </message>
    <message>
        <source>PERSIA: how much a cache of rows answers</source>
        <translation>PERSIA：行のキャッシュが応える参照</translation>
    </message>
    <message>
        <source>PERSIA: different ids of a batch</source>
        <translation>PERSIA：バッチ内の異なる ID</translation>
    </message>
    <message>
        <source>PERSIA: the embedding array list</source>
        <translation>PERSIA：埋め込み配列リスト</translation>
    </message>
    <message>
        <source>Supersteps (BSP) of what is computed: computing %1 (%2), exchange %3 (%4), synchronisation %5 (%6, most of it waits for the slowest tile); %7 of them exchange %8 between the tiles of a processor</source>
        <translation>計算時間のスーパーステップ(BSP)の内訳:計算 %1(%2)、交換 %3(%4)、同期 %5(%6、大半は最も遅いタイルの待ち)。%7 回でプロセッサ内のタイル間に %8 を交換</translation>
    </message>
    <message>
        <source>A tile on average computes %1 of the step, exchanges %2 and waits %3: for the slowest tile, other processors, other memories</source>
        <translation>平均的なタイルはステップの %1 を計算、%2 を交換、%3 を待機(最も遅いタイル、他のプロセッサ、他のメモリを待つ)</translation>
    </message>
    <message>
        <source>Supersteps: each operator&apos;s blocks and partial sums go through an exchange of %1, a synchronisation takes %2, the mean tile computes %3 of the slowest one&apos;s time (assumed, not verified; &quot;network&quot; of the machine&apos;s file). Exchange and synchronisation are %4 to %5 of what is computed with synchronisations a quarter cheaper, or a quarter dearer and half the exchange&apos;s rate</source>
        <translation>スーパーステップ:各演算のブロックと部分和は %1 の交換を通り、同期 1 回は %2、平均的なタイルは最も遅いタイルの時間の %3 を計算すると仮定(未確認。マシンファイルの &quot;network&quot; で変更可)。同期が 4 分の 1 安い場合から、4 分の 1 高く交換速度が半分の場合まで、交換と同期は計算時間の %4 ~ %5</translation>
    </message>
    <message>
        <source>Bubble: the pipeline fills and drains for %1 of the step; it has too many passes to lay out here, simulate tells what its idlest stage waits</source>
        <translation>バブル:ステップの %1 でパイプラインが充填・排出。パス数が多くここでは配置できないため、最も空いているステージの待ち時間は simulate で表示</translation>
    </message>
    <message>
        <source>Bubble: the pipeline fills and drains for %1 of the step. Idlest stage: no pass of it runs for %2 of the step, whatever it waits for (filling, streaming, messages, the slowest)</source>
        <translation>バブル:ステップの %1 でパイプラインが充填・排出。最も空いているステージ:待つ理由を問わず(充填、ストリーミング、メッセージ、最も遅いステージ)、ステップの %2 でパスを実行していない</translation>
    </message>
    <message>
        <source>Megatron-LM of 2020</source>
        <translation>2020 年の Megatron-LM</translation>
    </message>
    <message>
        <source>Tensor parallelism alone, over as many devices as the memory asks for, beyond a node too (arXiv:1909.08053)</source>
        <translation>テンソル並列だけを、メモリが求めるだけのデバイスに、ノードを越えても広げる（arXiv:1909.08053）</translation>
    </message>
    <message>
        <source>How the layouts&apos; rates grow</source>
        <translation>配置ごとの速さの伸び</translation>
    </message>
    <message>
        <source>of the fullest device</source>
        <translation>最も埋まったデバイス</translation>
    </message>
    <message>
        <source>TFLOP/s a device</source>
        <translation>デバイスあたり TFLOP/s</translation>
    </message>
    <message>
        <source>with what is recomputed</source>
        <translation>再計算を含む</translation>
    </message>
    <message>
        <source>Devices, times</source>
        <translation>デバイス（倍）</translation>
    </message>
    <message>
        <source>of the fewest</source>
        <translation>最少に対して</translation>
    </message>
    <message>
        <source>Rate, times</source>
        <translation>速さ（倍）</translation>
    </message>
    <message>
        <source>of all devices</source>
        <translation>全デバイス</translation>
    </message>
    <message>
        <source>%1: %2 times the devices have %3 times the rate.</source>
        <translation>%1：%2 倍のデバイスで %3 倍の速さ。</translation>
    </message>
    <message>
        <source>%1: %2 times the devices have %3 times the rate, more than in proportion: what is divided over more devices leaves room for tensor groups of %4 in the place of %5.</source>
        <translation>%1：%2 倍のデバイスで %3 倍の速さ。比例を上回る：より多くのデバイスに分けて空いた分、テンソルグループを %5 から %4 にできる。</translation>
    </message>
    <message>
        <source>%1: %2 times the devices have %3 times the rate, more than in proportion: what is divided over more devices leaves room for a micro-batch of %4 in the place of %5.</source>
        <translation>%1：%2 倍のデバイスで %3 倍の速さ。比例を上回る：より多くのデバイスに分けて空いた分、マイクロバッチを %5 から %4 にできる。</translation>
    </message>
    <message>
        <source>Well-known layouts beside each other</source>
        <translation>よく知られた配置を並べて</translation>
    </message>
    <message>
        <source>from</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>to</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>of the fastest</source>
        <translation>最速に対して</translation>
    </message>
    <message>
        <source>rate a device</source>
        <translation>デバイスあたりの速さ</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>できない理由</translation>
    </message>
    <message>
        <source>None of these layouts fits.</source>
        <translation>収まる配置はない。</translation>
    </message>
    <message>
        <source>The fastest that fits: %1.</source>
        <translation>収まるうち最速：%1。</translation>
    </message>
    <message>
        <source>%1: %2 times as slow a device.</source>
        <translation>%1：デバイスあたり %2 倍遅い。</translation>
    </message>
    <message>
        <source>Parts of the training</source>
        <translation>学習の各段階</translation>
    </message>
    <message>
        <source>samples a step</source>
        <translation>ステップあたりの標本</translation>
    </message>
    <message>
        <source>All parts: %1 (80 % interval %2 to %3).</source>
        <translation>全段階：%1（80 % 区間 %2〜%3）。</translation>
    </message>
    <message>
        <source>Published on this machine and as many devices: %1 (%2).</source>
        <translation>このマシン・同じデバイス数での公表値：%1（%2）。</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>年</translation>
    </message>
    <message>
        <source>Second hand</source>
        <translation>間接情報</translation>
    </message>
    <message>
        <source>interaction</source>
        <translation>相互作用</translation>
    </message>
    <message>
        <source>Widths</source>
        <translation>幅</translation>
    </message>
    <message>
        <source>of layers; of tables: how many, and their rows</source>
        <translation>層の幅。表は個数と行数</translation>
    </message>
    <message>
        <source>FLOPs of a sample</source>
        <translation>サンプルあたり FLOP</translation>
    </message>
    <message>
        <source>Rows read for a sample</source>
        <translation>サンプルあたり読む行</translation>
    </message>
    <message>
        <source>Elements sent on</source>
        <translation>送り出す要素</translation>
    </message>
    <message>
        <source>An entry of the embedding array list</source>
        <translation>埋め込み配列リストのエントリ</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>next and previous, u32 each</source>
        <translation>次と前、各 u32</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>エントリ</translation>
    </message>
    <message>
        <source>head of the vector, dimension, id</source>
        <translation>ベクトルのヘッダ、次元、ID</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>マップ</translation>
    </message>
    <message>
        <source>a slot of the map from id to place, filled to 7/8</source>
        <translation>ID から位置へのマップの枠、充填率 7/8</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Lookups that a cache of rows answers</source>
        <translation>行のキャッシュが応える参照</translation>
    </message>
    <message>
        <source>Share of all rows</source>
        <translation>全行に対する割合</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>ヒット</translation>
    </message>
    <message>
        <source>share of all lookups; what was used last is kept</source>
        <translation>全参照に対する割合。最後に使ったものを保つ</translation>
    </message>
    <message>
        <source>Different ids, by the batch of a worker</source>
        <translation>異なる ID（ワーカーのバッチ別）</translation>
    </message>
    <message>
        <source>Compact by code, of plain ids</source>
        <translation>コードの圧縮形式、ID だけに対して</translation>
    </message>
    <message>
        <source>Compact by code, of sparse tensors</source>
        <translation>コードの圧縮形式、疎テンソルに対して</translation>
    </message>
    <message>
        <source>16-bit lists, of sparse tensors</source>
        <translation>16 ビットのリスト、疎テンソルに対して</translation>
    </message>
    <message>
        <source>From which batch the article&apos;s quarter is reached</source>
        <translation>記事の 4 分の 1 に届くバッチ</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>比較対象</translation>
    </message>
    <message>
        <source>From a batch of</source>
        <translation>必要なバッチ</translation>
    </message>
    <message>
        <source>–: at no batch up to 65,535</source>
        <translation>–：65,535 までのどのバッチでも届かない</translation>
    </message>
    <message>
        <source>within the largest message</source>
        <translation>最大メッセージ以内</translation>
    </message>
    <message>
        <source>Published AUC gap</source>
        <translation>公表された AUC の差</translation>
    </message>
    <message>
        <source>of this model on as many accelerators; –: not known</source>
        <translation>このモデル・同数のアクセラレータでの値。–：不明</translation>
    </message>
    <message>
        <source>Added, full async</source>
        <translation>加算、完全非同期</translation>
    </message>
    <message>
        <source>the same where the dense part is as stale: it changes with every update, α = 1</source>
        <translation>密な部分も同じだけ古い場合：更新のたびに変わるため α = 1</translation>
    </message>
    <message>
        <source>read off within 0.3 %; –: not published for this size</source>
        <translation>読み取り誤差 0.3 %。–：この規模では公表されていない</translation>
    </message>
    <message>
        <source>The bound, by steps</source>
        <translation>上界（ステップ数別）</translation>
    </message>
    <message>
        <source>Full sync</source>
        <translation>完全同期</translation>
    </message>
    <message>
        <source>and τ^a · α^b / T</source>
        <translation>加えて τ^a · α^b / T</translation>
    </message>
    <message>
        <source>Full async</source>
        <translation>完全非同期</translation>
    </message>
    <message>
        <source>and τ^a / T: α = 1</source>
        <translation>加えて τ^a / T：α = 1</translation>
    </message>
    <message>
        <source>Added by hybrid</source>
        <translation>ハイブリッドによる加算</translation>
    </message>
    <message>
        <source>Samples that an NN worker process takes at a time; 0: as in the published run, else 1,024</source>
        <translation>NN ワーカーのプロセスが一度に扱うサンプル数。0：公表された実行と同じ、なければ 1,024</translation>
    </message>
    <message>
        <source>Frequency α</source>
        <translation>頻度 α</translation>
    </message>
    <message>
        <source>Largest probability that one id occurs in a sample; 0: the model&apos;s most frequent id</source>
        <translation>一つの ID がサンプルに現れる最大の確率。0：モデルの最頻 ID</translation>
    </message>
    <message>
        <source>Staleness τ</source>
        <translation>古さ τ</translation>
    </message>
    <message>
        <source>Batches of all workers between a lookup and its update; 0: the mode&apos;s</source>
        <translation>参照からその更新までに挟まる全ワーカーのバッチ数。0：モードの値</translation>
    </message>
    <message>
        <source>published, and fitted on</source>
        <translation>公表値、当てはめに使用</translation>
    </message>
    <message>
        <source>published, and predicted</source>
        <translation>公表値、予測</translation>
    </message>
    <message>
        <source>extrapolated beyond the fit</source>
        <translation>当てはめ範囲の外への外挿</translation>
    </message>
    <message>
        <source>predicted within the fit</source>
        <translation>当てはめ範囲内の予測</translation>
    </message>
    <message>
        <source>plain: 8 B an id; sparse tensors: two coordinates and the id, 24 B; by PERSIA&apos;s code: 28 B a different id, 4 B an occurrence, 4 B a sample and feature; by its paper: 8 B and 2 B</source>
        <translation>ID だけ：ID あたり 8 B。疎テンソル：座標 2 個と ID で 24 B。PERSIA のコード：異なる ID あたり 28 B、出現あたり 4 B、サンプルと特徴の組あたり 4 B。論文：8 B と 2 B</translation>
    </message>
    <message>
        <source>Of plain ids</source>
        <translation>ID だけに対して</translation>
    </message>
    <message>
        <source>Of sparse tensors</source>
        <translation>疎テンソルに対して</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大バッチ</translation>
    </message>
    <message>
        <source>that can be sent by PERSIA&apos;s code</source>
        <translation>PERSIA のコードで送れるもの</translation>
    </message>
    <message>
        <source>Or, samples/s</source>
        <translation>または、サンプル/秒</translation>
    </message>
    <message>
        <source>where contention between NN workers grows with each doubling of their machines, not with each machine: 11 % from the same runs instead of 9 %</source>
        <translation>NN ワーカー間の競合がマシン 1 台ごとでなく倍増ごとに増える場合：同じ実行との誤差は 9 % でなく 11 %</translation>
    </message>
    <message>
        <source>Published, samples/s</source>
        <translation>公表値、サンプル/秒</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>Of the cluster&apos;s own</source>
        <translation>現在のクラスタ比</translation>
    </message>
    <message>
        <source>rate of an accelerator against that of the cluster as it is</source>
        <translation>アクセラレータ 1 個の速度、現在のクラスタに対して</translation>
    </message>
    <message>
        <source>batches of all workers between a lookup and its update</source>
        <translation>参照からその更新までに挟まる全ワーカーのバッチ数</translation>
    </message>
    <message>
        <source>the largest probability that one id occurs in a sample</source>
        <translation>一つの ID がサンプルに現れる最大の確率</translation>
    </message>
    <message>
        <source>Of the table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>whose most frequent id that is</source>
        <translation>その最頻 ID を持つ表</translation>
    </message>
    <message>
        <source>Samples/s a device</source>
        <translation>デバイスあたりサンプル/秒</translation>
    </message>
    <message>
        <source>The batch is the largest that fits up to %1 samples of all devices together, with which published trainings of such models reached their quality (MLPerf&apos;s DLRM-DCNv2).</source>
        <translation>バッチは、全デバイス合わせて %1 サンプルまでで収まる最大のもの。公表されたこの種のモデルの学習はこれで品質に達した（MLPerf の DLRM-DCNv2）。</translation>
    </message>
    <message>
        <source>%1 devices suffice to train it, at %2 samples/s. Devices are counted against the rate that they add: on %3 each gives most, %4 samples/s. For the highest rate of all, ask for the least time (--objective time).</source>
        <translation>学習には %1 台で足り、%2 サンプル/秒。デバイスは増える速さと比べて数える：%3 台のとき 1 台あたりが最大で %4 サンプル/秒。全体の最高の速さは最短時間で求める（--objective time）。</translation>
    </message>
    <message>
        <source>Constants of Zion&apos;s model</source>
        <translation>Zion のモデルの定数</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>定数</translation>
    </message>
    <message>
        <source>--set KEY=VALUE</source>
        <translation>--set KEY=VALUE</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>assumed, or from memory: no text that says so could be read</source>
        <translation>仮定、または記憶：そう述べる文献を読めなかった</translation>
    </message>
    <message>
        <source>From Zion to ZionEX</source>
        <translation>Zion から ZionEX へ</translation>
    </message>
    <message>
        <source>each row keeps those before it</source>
        <translation>各行は前の行の変更を含む</translation>
    </message>
    <message>
        <source>over the ranges of Zion&apos;s constants</source>
        <translation>Zion の定数の範囲で</translation>
    </message>
    <message>
        <source>Zion would reach %1 samples/s (%2 to %3 over the ranges of its constants), limited by %4; ZionEX has %5 times its rate (%6 to %7), limited by %8. The article says nearly ten times.</source>
        <translation>Zion は %1 サンプル/秒（定数の範囲で %2～%3）に達し、制限は%4。ZionEX はその %5 倍（%6～%7）で、制限は%8。記事は「ほぼ 10 倍」と述べる。</translation>
    </message>
    <message>
        <source>As the article says, Zion&apos;s network and the CPU cycles for it are its bottleneck.</source>
        <translation>記事のとおり、Zion のネットワークとそのための CPU サイクルがボトルネックである。</translation>
    </message>
    <message>
        <source>The article names network and CPU cycles as Zion&apos;s bottleneck; at these constants %1 allow %2 samples/s, %3 times as many as %4, which is tighter.</source>
        <translation>記事は Zion のボトルネックをネットワークと CPU サイクルとする。この定数では%1で %2 サンプル/秒が可能で、より厳しい%4の %3 倍になる。</translation>
    </message>
    <message>
        <source>At the slow end of the constants&apos; ranges the limit is %1, at the quick end %2.</source>
        <translation>定数の範囲の遅い端では制限は%1、速い端では%2。</translation>
    </message>
    <message>
        <source>the pipeline fills and drains: share of the plan&apos;s step</source>
        <translation>パイプラインの充填と排出:計画のステップに占める割合</translation>
    </message>
    <message>
        <source>Idlest stage</source>
        <translation>最も空いているステージ</translation>
    </message>
    <message>
        <source>largest share of the step in which a rank runs no pass, whatever it waits for</source>
        <translation>待つ理由を問わず、ランクがパスを実行していないステップの割合の最大値</translation>
    </message>
    <message>
        <source>Idlest stage, in its span</source>
        <translation>最も空いているステージ(自身の区間内)</translation>
    </message>
    <message>
        <source>the same between a rank&apos;s own first forward and last gradient</source>
        <translation>同じ割合を、ランク自身の最初のフォワードから最後の勾配までで</translation>
    </message>
    <message>
        <source>waiting for shared links</source>
        <translation>共有リンクの待ち</translation>
    </message>
    <message>
        <source>CPU cycles of the MLP server</source>
        <translation>MLP サーバの CPU サイクル</translation>
    </message>
    <message>
        <source>CPU cycles of the embedding servers</source>
        <translation>埋め込みサーバの CPU サイクル</translation>
    </message>
    <message>
        <source>Zion as it was</source>
        <translation>そのままの Zion</translation>
    </message>
    <message>
        <source>a network card a GPU</source>
        <translation>GPU ごとにネットワークカード</translation>
    </message>
    <message>
        <source>RDMA and GPUDirect</source>
        <translation>RDMA と GPUDirect</translation>
    </message>
    <message>
        <source>a second network for batches</source>
        <translation>バッチ用の第二のネットワーク</translation>
    </message>
    <message>
        <source>synchronous, without parameter servers</source>
        <translation>同期、パラメータサーバなし</translation>
    </message>
    <message>
        <source>16 bits on the wire</source>
        <translation>通信を 16 ビットに</translation>
    </message>
    <message>
        <source>the plan&apos;s own formats</source>
        <translation>計画そのままの形式</translation>
    </message>
    <message>
        <source>plain ids</source>
        <translation>ID だけ</translation>
    </message>
    <message>
        <source>sparse tensors</source>
        <translation>疎テンソル</translation>
    </message>
    <message>
        <source>compact, published code</source>
        <translation>圧縮形式（公開コード）</translation>
    </message>
    <message>
        <source>compact, 16-bit lists</source>
        <translation>圧縮形式（16 ビットのリスト）</translation>
    </message>
    <message>
        <source>exchange between the tiles of a processor</source>
        <translation>プロセッサ内のタイル間の交換</translation>
    </message>
    <message>
        <source>128 tokens</source>
        <translation>128 トークン</translation>
    </message>
    <message>
        <source>2,774,575 ids of 15 features, without the lists of earlier behaviour, at 16 elements are 44 million parameters; PERSIA&apos;s paper counts 29 million (recalled): which features it left out we do not know.</source>
        <translation>15 の特徴の ID は 2,774,575 個（過去の行動の列を除く）。16 要素で 4,400 万パラメータ。PERSIA の論文は 2,900 万と数える（記憶による）。どの特徴を除いたかは不明。</translation>
    </message>
    <message>
        <source>33,762,577 ids of 26 fields at 16 elements are 540 million parameters, as PERSIA&apos;s paper counts them (recalled).</source>
        <translation>26 フィールドの ID は 33,762,577 個。16 要素で 5.4 億パラメータとなり、PERSIA の論文の数え方と合う（記憶による）。</translation>
    </message>
    <message>
        <source>512 tokens</source>
        <translation>512 トークン</translation>
    </message>
    <message>
        <source>9,449,226 ids of 21 fields at 16 elements are 151 million parameters; PERSIA&apos;s paper counts 134 million (recalled), which are the 8.37 M ids that occur in its training samples. Avazu has no numeric features.</source>
        <translation>21 フィールドの ID は 9,449,226 個。16 要素で 1.51 億パラメータ。PERSIA の論文は 1.34 億と数える（記憶による）。学習標本に現れる 837 万 ID に当たる。Avazu に数値特徴はない。</translation>
    </message>
    <message>
        <source>BERT-Large as DeepSpeed trained it in 44 minutes</source>
        <translation>DeepSpeed が 44 分で学習した BERT-Large</translation>
    </message>
    <message>
        <source>BERT-Large as NVIDIA trained it in 47 minutes</source>
        <translation>NVIDIA が 47 分で学習した BERT-Large</translation>
    </message>
    <message>
        <source>Graphcore IPU-POD256 with larger DIMMs</source>
        <translation>Graphcore IPU-POD256（大容量 DIMM）</translation>
    </message>
    <message>
        <source>How ids repeat is not published: taken to be as skewed as Criteo Kaggle&apos;s (Zipf, 1.10). &apos;once&apos; is the share of a feature&apos;s lookups whose id occurs in no other of the 26 M records, by that law.</source>
        <translation>ID の繰り返し方は公表されていない。Criteo Kaggle と同じ偏り（Zipf、1.10）とみなす。「once」は、その法則により 2,600 万件の他の記録に現れない ID を引く割合。</translation>
    </message>
    <message>
        <source>How ids repeat: Zipf, 0.96, fitted on the ids that occur twice or more (3.75 M) in 32.3 M samples (logs of reczoo/BARS @5b5e61f); checked on those that occur at all in them (8.37 M). &apos;once&apos; is the share of a field&apos;s lookups whose id occurs in no other of the 40.4 M samples. The same exponent is assumed for every field.</source>
        <translation>ID の繰り返し方：Zipf、0.96。3,230 万標本に 2 回以上現れる ID（375 万、reczoo/BARS @5b5e61f のログ）に当てはめ、1 回でも現れる ID（837 万）で確かめた。「once」は、4,040 万標本の他に現れない ID を引く割合。全フィールドで同じ指数を仮定。</translation>
    </message>
    <message>
        <source>How ids repeat: Zipf, 1.10, fitted on the ids that occur twice or more (5.55 M) and ten times or more (0.91 M) in 36.7 M samples (logs of reczoo/BARS @5b5e61f); &apos;once&apos; is the share of a field&apos;s lookups whose id occurs in no other of the 45.8 M samples, so that all its rows are met in them. The same exponent is assumed for every field.</source>
        <translation>ID の繰り返し方：Zipf、1.10。3,670 万標本に 2 回以上（555 万）と 10 回以上（91 万）現れる ID（reczoo/BARS @5b5e61f のログ）に当てはめた。「once」は 4,580 万標本の他に現れない ID を引く割合で、すべての行が標本に現れるように決まる。全フィールドで同じ指数を仮定。</translation>
    </message>
    <message>
        <source>NVIDIA DGX-2H (V100 32GB, 450 W)</source>
        <translation>NVIDIA DGX-2H（V100 32GB、450 W）</translation>
    </message>
    <message>
        <source>PERSIA publishes the perceptron and the number of records. Features, rows, dim and pooling are our stand-ins and unverified: 1.92 T parameters where its paper counts 2 T (recalled). How its ids repeat is not published: taken to be as in Meta&apos;s published histogram of production ads (facebookresearch/dlrm_datasets @6f46ba7, embedding_bag/2021).</source>
        <translation>PERSIA が公表するのはパーセプトロンと記録数。特徴・行・次元・プーリングは代用で未確認：1.92 兆パラメータ（論文は 2 兆、記憶による）。ID の繰り返し方は公表されておらず、Meta が公表した広告のヒストグラム（facebookresearch/dlrm_datasets @6f46ba7、embedding_bag/2021）と同じとみなす。</translation>
    </message>
    <message>
        <source>PERSIA publishes the perceptron and the number of records. Features, rows, dim and pooling are our stand-ins and unverified; so is how ids repeat: its ids are made from Criteo&apos;s and taken to be as skewed (Zipf, 1.10). 100 T parameters are addressable ids; 100 T x 4 B are 400 TB, more than the cluster&apos;s 360 TB, so resident rows are fewer.</source>
        <translation>PERSIA が公表するのはパーセプトロンと記録数。特徴・行・次元・プーリングは代用で未確認。ID の繰り返し方も同様で、Criteo の ID から作られ同じ偏り（Zipf、1.10）とみなす。100 兆パラメータは番地を持つ ID の数で、100 兆 × 4 B は 400 TB とクラスタの 360 TB を超えるため、常駐する行はそれより少ない。</translation>
    </message>
    <message>
        <source>PERSIA publishes the perceptron and the number of records. Features, rows, dim and pooling are our stand-ins and unverified; so is how ids repeat: its ids are made from Criteo&apos;s and taken to be as skewed (Zipf, 1.10).</source>
        <translation>PERSIA が公表するのはパーセプトロンと記録数。特徴・行・次元・プーリングは代用で未確認。ID の繰り返し方も同様で、Criteo の ID から作られ同じ偏り（Zipf、1.10）とみなす。</translation>
    </message>
    <message>
        <source>Zion: network cards a node</source>
        <translation>Zion：ノードのネットワークカード数</translation>
    </message>
    <message>
        <source>Network cards of a Zion node, all on its CPUs</source>
        <translation>Zion ノードのネットワークカードの数。すべて CPU につながる</translation>
    </message>
    <message>
        <source>eight on the CPUs: Neo&apos;s background; four in a prototype: arXiv:2011.05497; both from memory</source>
        <translation>CPU に 8 枚：Neo の論文の背景。試作機では 4 枚：arXiv:2011.05497。どちらも記憶による</translation>
    </message>
    <message>
        <source>Zion: a card, GB/s</source>
        <translation>Zion：カード 1 枚、GB/s</translation>
    </message>
    <message>
        <source>Rate of one network card in one direction</source>
        <translation>ネットワークカード 1 枚の片方向の速さ</translation>
    </message>
    <message>
        <source>100 Gbit/s in a prototype: arXiv:2011.05497, from memory; half of it at the low end: assumed</source>
        <translation>試作機で 100 Gbit/s：arXiv:2011.05497、記憶による。下限の半分は仮定</translation>
    </message>
    <message>
        <source>Zion: CPU sockets a node</source>
        <translation>Zion：ノードの CPU ソケット数</translation>
    </message>
    <message>
        <source>CPU sockets of a Zion node</source>
        <translation>Zion ノードの CPU ソケットの数</translation>
    </message>
    <message>
        <source>report of Facebook&apos;s announcement, 14 March 2019 (second hand): eight; the article&apos;s four are ZionEX&apos;s</source>
        <translation>2019 年 3 月 14 日の Facebook の発表の報道（間接）：8。記事の 4 は ZionEX のもの</translation>
    </message>
    <message>
        <source>Zion: memory of a socket, GB/s</source>
        <translation>Zion：ソケットのメモリ、GB/s</translation>
    </message>
    <message>
        <source>Rate of the DDR4 memory of one socket</source>
        <translation>1 ソケットの DDR4 メモリの速さ</translation>
    </message>
    <message>
        <source>six channels of DDR4-2666 by arithmetic; low: ZionEX&apos;s 320 GB/s over four sockets (second hand); high: eight of DDR4-3200; which Zion had was not found</source>
        <translation>DDR4-2666 の 6 チャネルを計算。下限：ZionEX の 320 GB/s を 4 ソケットで割った値（間接）。上限：DDR4-3200 の 8 チャネル。Zion のものは見つからなかった</translation>
    </message>
    <message>
        <source>Zion: share of it for rows</source>
        <translation>Zion：行の参照で出る割合</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s rate that looking up rows of a few hundred bytes reaches</source>
        <translation>数百バイトの行の参照で、メモリの速さのうち出る割合</translation>
    </message>
    <message>
        <source>assumed: no measurement on eight sockets was found</source>
        <translation>仮定：8 ソケットでの測定は見つからなかった</translation>
    </message>
    <message>
        <source>Zion: cores a socket</source>
        <translation>Zion：ソケットのコア数</translation>
    </message>
    <message>
        <source>Cores of one CPU</source>
        <translation>CPU 1 個のコアの数</translation>
    </message>
    <message>
        <source>assumed; high: the largest CPU for eight sockets of 2019, from memory</source>
        <translation>仮定。上限：2019 年の 8 ソケット用で最大の CPU、記憶による</translation>
    </message>
    <message>
        <source>Zion: clock, GHz</source>
        <translation>Zion：クロック、GHz</translation>
    </message>
    <message>
        <source>Clock of its cores with all of them at work</source>
        <translation>すべてのコアが働くときのクロック</translation>
    </message>
    <message>
        <source>Zion: share of cores for TCP</source>
        <translation>Zion：TCP に使えるコアの割合</translation>
    </message>
    <message>
        <source>Share of a node&apos;s cycles that TCP may take; the rest reads batches and launches kernels</source>
        <translation>ノードのサイクルのうち TCP が使える割合。残りはバッチを読み、カーネルを起動する</translation>
    </message>
    <message>
        <source>Zion: TCP cycles a byte</source>
        <translation>Zion：TCP の 1 バイトのサイクル数</translation>
    </message>
    <message>
        <source>CPU cycles that TCP takes for a byte sent or received</source>
        <translation>TCP が 1 バイトの送信または受信に使う CPU サイクル</translation>
    </message>
    <message>
        <source>a cycle a bit: Foong et al., ISPASS 2003; low: about 42 Gbit/s a core, Cai et al., SIGCOMM 2021; both from memory</source>
        <translation>1 ビットに 1 サイクル：Foong ほか、ISPASS 2003。下限：1 コアで約 42 Gbit/s、Cai ほか、SIGCOMM 2021。どちらも記憶による</translation>
    </message>
    <message>
        <source>Zion: embedding servers a trainer</source>
        <translation>Zion：トレーナ 1 台あたりの埋め込みサーバ</translation>
    </message>
    <message>
        <source>Nodes that serve tables for each node that trains</source>
        <translation>学習するノード 1 台に対する、表を供給するノードの数</translation>
    </message>
    <message>
        <source>assumed: the article says several</source>
        <translation>仮定：記事は「複数」とだけ言う</translation>
    </message>
    <message>
        <source>Bandwidth of streaming memory needed</source>
        <translation>必要なストリーミングメモリ帯域幅</translation>
    </message>
    <message>
        <source>Streamed</source>
        <translation>ストリーミング量</translation>
    </message>
    <message>
        <source>of a device, in one step</source>
        <translation>1 デバイス、1 ステップあたり</translation>
    </message>
    <message>
        <source>that hides it</source>
        <translation>それを隠す計算</translation>
    </message>
    <message>
        <source>of a device</source>
        <translation>1 デバイスあたり</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>供給量</translation>
    </message>
    <message>
        <source>a device&apos;s share of the memory&apos;s</source>
        <translation>メモリ帯域幅の 1 デバイス分</translation>
    </message>
    <message>
        <source>the fullest phase in the processor</source>
        <translation>最大のフェーズがプロセッサに収まるか</translation>
    </message>
    <message>
        <source>the plan&apos;s own</source>
        <translation>計画自身の値</translation>
    </message>
    <message>
        <source>With groups inside a node (t · p · r = %1): %2 a device, %3 times this plan&apos;s rate.</source>
        <translation>グループをノード内に収めると（t · p · r = %1）：デバイスあたり %2、この計画の %3 倍の速さ。</translation>
    </message>
    <message>
        <source>Time of a device for a sample</source>
        <translation>標本あたりのデバイス時間</translation>
    </message>
    <message>
        <source>step, 80 %: %1, %2</source>
        <translation>ステップ、80 %：%1、%2</translation>
    </message>
    <message>
        <source>%1, a gradient buffer made beforehand (contiguous)</source>
        <translation>%1、前もって作った勾配バッファ（連続）</translation>
    </message>
    <message>
        <source>%1, gradients where they lie</source>
        <translation>%1、勾配はその場所のまま</translation>
    </message>
    <message>
        <source>allocated %1, reserved %2, in pieces %3</source>
        <translation>割り当て %1、確保 %2、断片 %3</translation>
    </message>
    <message>
        <source>%1 find no room</source>
        <translation>%1 が入りきらない</translation>
    </message>
    <message>
        <source>reserved and free, in pieces</source>
        <translation>確保済みの空き（断片）</translation>
    </message>
    <message>
        <source>the request that finds no room</source>
        <translation>入りきらない要求</translation>
    </message>
    <message>
        <source>The heap of a device over the step</source>
        <translation>ステップを通したデバイスのヒープ</translation>
    </message>
    <message>
        <source>GPT-3 175B in phases on IPU-POD256</source>
        <translation>IPU-POD256 上の GPT-3 175B、段階的実行</translation>
    </message>
    <message>
        <source>a model that is larger than the memory beside it</source>
        <translation>手元のメモリより大きいモデル</translation>
    </message>
    <message>
        <source>ZeRO-2: 100 B parameters on 400 V100</source>
        <translation>ZeRO-2：V100 400 基で 1,000 億パラメータ</translation>
    </message>
    <message>
        <source>gradients travel in buckets while it computes</source>
        <translation>計算しながら勾配をバケット単位で送る</translation>
    </message>
    <message>
        <source>ZionEX: DLRM of 12 T parameters</source>
        <translation>ZionEX：12 兆パラメータの DLRM</translation>
    </message>
    <message>
        <source>two iterations, and what hides behind what</source>
        <translation>二回の反復と、何が何の陰に隠れるか</translation>
    </message>
    <message>
        <source>PERSIA: 100 T parameters, wait or not</source>
        <translation>PERSIA：100 兆パラメータ、待つか待たないか</translation>
    </message>
    <message>
        <source>four modes of training, side by side</source>
        <translation>四つの学習方式を並べて</translation>
    </message>
    <message>
        <source>GPT-3 175B on 128 A100</source>
        <translation>A100 128 基の GPT-3 175B</translation>
    </message>
    <message>
        <source>1F1B beside GPipe and zero bubble</source>
        <translation>1F1B を GPipe、ゼロバブルと並べて</translation>
    </message>
    <message>
        <source>MLPerf DLRM on ZionEX</source>
        <translation>ZionEX 上の MLPerf DLRM</translation>
    </message>
    <message>
        <source>embedding tables, placed and balanced</source>
        <translation>埋め込み表の配置と均衡</translation>
    </message>
    <message>
        <source>Recorded: DLRM on one H200</source>
        <translation>記録：H200 一基の DLRM</translation>
    </message>
    <message>
        <source>where the time of a step went, kernel by kernel</source>
        <translation>1 ステップの時間の行方をカーネルごとに</translation>
    </message>
    <message>
        <source>Recorded: memory of GPT-2 on one H200</source>
        <translation>記録：H200 一基の GPT-2 のメモリ</translation>
    </message>
    <message>
        <source>every block, from its request to its end</source>
        <translation>すべてのブロックを要求から解放まで</translation>
    </message>
    <message>
        <source>GPT-3 175B on IPU-POD256, does not fit</source>
        <translation>IPU-POD256 上の GPT-3 175B、収まらない例</translation>
    </message>
    <message>
        <source>what is missing, and what would help</source>
        <translation>何が足りず、何が効くか</translation>
    </message>
    <message>
        <source>BERT-Large on IPU-POD16</source>
        <translation>IPU-POD16 上の BERT-Large</translation>
    </message>
    <message>
        <source>its supersteps: compute, exchange, wait</source>
        <translation>スーパーステップ：計算、交換、待ち</translation>
    </message>
    <message>
        <source>BERT-Large in phases on IPU-POD16</source>
        <translation>IPU-POD16 上の BERT-Large、段階的実行</translation>
    </message>
    <message>
        <source>weights that come and go</source>
        <translation>出入りする重み</translation>
    </message>
    <message>
        <source>GPT-3 175B in phases, as a schedule</source>
        <translation>GPT-3 175B の段階的実行をスケジュールで</translation>
    </message>
    <message>
        <source>what is streamed while it computes</source>
        <translation>計算中に流れてくるもの</translation>
    </message>
    <message>
        <source>%1 of %2 on the fullest device</source>
        <translation>最も埋まるデバイスで %2 のうち %1</translation>
    </message>
    <message>
        <source>light, dark, contrast or system</source>
        <translation>light、dark、contrast、system のいずれか</translation>
    </message>
    <message>
        <source>Draw a whole page of the window, as a user would see it, into the file of --out; needs no display; alone: the names of the pages</source>
        <translation>利用者が見るとおりのページ全体を --out のファイルに描く。画面は不要。単独ではページ名を一覧</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>ホーム</translation>
    </message>
    <message>
        <source>Keep a plan to compare</source>
        <translation>比較のために計画を保存</translation>
    </message>
    <message>
        <source>Let go of a kept plan</source>
        <translation>保存した計画を一覧から外す</translation>
    </message>
    <message>
        <source>Batch: %1 samples of all devices, up to which published trainings of such models reached their quality (MLPerf&apos;s DLRM-DCNv2); --micro-batch takes another</source>
        <translation>バッチ：全デバイスで %1 標本。この種のモデルの公表された学習が品質に達したバッチ以内（MLPerf の DLRM-DCNv2）。--micro-batch で変えられる</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>改訂</translation>
    </message>
    <message>
        <source>How often it was written</source>
        <translation>書き込まれた回数</translation>
    </message>
    <message>
        <source>Refers to</source>
        <translation>参照先</translation>
    </message>
    <message>
        <source>Steps that can be undone</source>
        <translation>元に戻せる手順</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>元に戻した</translation>
    </message>
    <message>
        <source>What cannot be used</source>
        <translation>使えないもの</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>while the model is set up</source>
        <translation>モデルの準備中</translation>
    </message>
    <message>
        <source>in forward</source>
        <translation>順伝播中</translation>
    </message>
    <message>
        <source>in backward</source>
        <translation>逆伝播中</translation>
    </message>
    <message>
        <source>in the optimizer&apos;s step</source>
        <translation>オプティマイザの更新中</translation>
    </message>
    <message>
        <source>The first request without room: %1 %2 of %3; %4 are free in pieces, the largest of %5, and %6 beside them.</source>
        <translation>最初に入りきらない要求：%3の%2、%1。空きは断片で %4（最大の一片は %5）、その外に %6。</translation>
    </message>
    <message>
        <source>On %1 each gives %2 of that (limited by: %3).</source>
        <translation>%1 台では 1 台あたりその %2（制約：%3）。</translation>
    </message>
    <message>
        <source>copied to other memory</source>
        <translation>ほかのメモリへ写す</translation>
    </message>
    <message>
        <source>copied from other memory</source>
        <translation>ほかのメモリから写す</translation>
    </message>
    <message>
        <source>Largest of them</source>
        <translation>そのうち最大</translation>
    </message>
    <message>
        <source>the largest piece that is free</source>
        <translation>空いている最大の一片</translation>
    </message>
    <message>
        <source>%1 FLOP a sample of %2 tokens, forward</source>
        <translation>順伝播で %2 トークンのサンプル当たり %1 FLOP</translation>
    </message>
    <message>
        <source>%1 FLOP a sample, forward</source>
        <translation>順伝播でサンプル当たり %1 FLOP</translation>
    </message>
    <message>
        <source>%1 parameters, %2 of them (%3) active for a token; %4</source>
        <translation>パラメータ %1、うちトークン当たり %2（%3）が有効；%4</translation>
    </message>
    <message>
        <source>%1 parameters, all active; %2</source>
        <translation>パラメータ %1、すべて有効；%2</translation>
    </message>
    <message>
        <source>each %1 parameters</source>
        <translation>各層パラメータ %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>パラメータ %1</translation>
    </message>
    <message>
        <source>%1 active</source>
        <translation>有効 %1</translation>
    </message>
    <message>
        <source>%1 FLOP</source>
        <translation>%1 FLOP</translation>
    </message>
    <message>
        <source>%1 layers, from %2 on</source>
        <translation>%1 層（%2 から）</translation>
    </message>
    <message>
        <source>Parameters of a layer</source>
        <translation>1 層のパラメータ</translation>
    </message>
    <message>
        <source>FLOP of a layer, forward</source>
        <translation>1 層の FLOP（順伝播）</translation>
    </message>
    <message>
        <source>Weights in 16 bits</source>
        <translation>16 ビットの重み</translation>
    </message>
    <message>
        <source>%1, %2 active</source>
        <translation>%1、有効 %2</translation>
    </message>
    <message>
        <source>%1 further kinds of layers are in the table.</source>
        <translation>残り %1 種の層は表にあります。</translation>
    </message>
    <message>
        <source>The lower, stronger part of a block is what a token goes through; the rest are experts it is not sent to.</source>
        <translation>ブロックの下の濃い部分はトークンが通るところで、残りはそのトークンが送られないエキスパートです。</translation>
    </message>
    <message>
        <source>attention, forward</source>
        <translation>アテンション（順伝播）</translation>
    </message>
    <message>
        <source>attention, backward</source>
        <translation>アテンション（逆伝播）</translation>
    </message>
    <message>
        <source>element-wise</source>
        <translation>要素ごと</translation>
    </message>
    <message>
        <source>reductions</source>
        <translation>リダクション</translation>
    </message>
    <message>
        <source>gathers</source>
        <translation>ギャザー</translation>
    </message>
    <message>
        <source>FLOP of a call</source>
        <translation>1 回の呼び出しの FLOP</translation>
    </message>
    <message>
        <source>bytes of a call</source>
        <translation>1 回の呼び出しのバイト</translation>
    </message>
    <message>
        <source>of the engine&apos;s peak</source>
        <translation>演算器のピークに対する割合</translation>
    </message>
    <message>
        <source>of the bandwidth</source>
        <translation>帯域幅に対する割合</translation>
    </message>
    <message>
        <source>%1: %2 of the peak at %3</source>
        <translation>%1：%3 でピークの %2</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>スイッチ</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>メッシュ</translation>
    </message>
    <message>
        <source>torus</source>
        <translation>トーラス</translation>
    </message>
    <message>
        <source>A link is drawn as thick as the logarithm of its bandwidth.</source>
        <translation>リンクの太さは帯域幅の対数です。</translation>
    </message>
    <message>
        <source>A node has %1 devices; %2 are drawn.</source>
        <translation>1 ノードに %1 デバイス。うち %2 を描いています。</translation>
    </message>
    <message>
        <source>A node has %1 devices.</source>
        <translation>1 ノードに %1 デバイス。</translation>
    </message>
    <message>
        <source>The machine has %1 nodes, %2 devices.</source>
        <translation>マシンは %1 ノード、%2 デバイス。</translation>
    </message>
    <message>
        <source>There are as many nodes as a plan needs.</source>
        <translation>ノードは計画が必要とするだけあります。</translation>
    </message>
    <message>
        <source>shared by %1</source>
        <translation>%1 台で共有</translation>
    </message>
    <message>
        <source>%1 a device, each way</source>
        <translation>デバイス当たり片方向 %1</translation>
    </message>
    <message>
        <source>reduces in the network</source>
        <translation>ネットワーク内で集約</translation>
    </message>
    <message>
        <source>within a node</source>
        <translation>ノード内</translation>
    </message>
    <message>
        <source>within a pod</source>
        <translation>ポッド内</translation>
    </message>
    <message>
        <source>between nodes</source>
        <translation>ノード間</translation>
    </message>
    <message>
        <source>Fullest device</source>
        <translation>最も満ちたデバイス</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>Memory left</source>
        <translation>メモリの残り</translation>
    </message>
    <message>
        <source>Cost of 1 M tokens</source>
        <translation>100 万トークンの費用</translation>
    </message>
    <message>
        <source>Cost of 1 M samples</source>
        <translation>100 万サンプルの費用</translation>
    </message>
    <message>
        <source>the fastest that fits</source>
        <translation>収まる中で最速</translation>
    </message>
    <message>
        <source>fits, %1 left</source>
        <comment>a plan, of memory</comment>
        <translation>収まる（残り %1）</translation>
    </message>
    <message>
        <source>80 %: %1</source>
        <translation>80 %：%1</translation>
    </message>
    <message>
        <source>None of these fits.</source>
        <translation>どれも収まりません。</translation>
    </message>
    <message>
        <source>None of these fits. %1 comes nearest: its fullest device needs %2 of %3.</source>
        <translation>どれも収まりません。最も近いのは %1 で、最も満ちたデバイスに %2 が必要です（容量 %3）。</translation>
    </message>
    <message>
        <source>%1 fits; others are still being worked out.</source>
        <translation>%1 は収まります。ほかは計算中です。</translation>
    </message>
    <message>
        <source>%1 is the only one that fits.</source>
        <translation>収まるのは %1 だけです。</translation>
    </message>
    <message>
        <source>%1 and %2 are equally fast.</source>
        <translation>%1 と %2 は同じ速さです。</translation>
    </message>
    <message>
        <source>%1 is the fastest so far: %2 less time than %3.</source>
        <translation>今のところ最速は %1：%3 より %2 短い時間です。</translation>
    </message>
    <message>
        <source>%1 is the fastest of those that fit: %2 less time than %3.</source>
        <translation>収まる中で最速は %1：%3 より %2 短い時間です。</translation>
    </message>
    <message>
        <source>%1 is the fastest so far: %2 less time than %3, most of it %4 (%5 instead of %6).</source>
        <comment>%4 is a part of the step</comment>
        <translation>今のところ最速は %1：%3 より %2 短い時間で、差の大半は%4（%6 が %5 に）です。</translation>
    </message>
    <message>
        <source>%1 is the fastest of those that fit: %2 less time than %3, most of it %4 (%5 instead of %6).</source>
        <comment>%4 is a part of the step</comment>
        <translation>収まる中で最速は %1：%3 より %2 短い時間で、差の大半は%4（%6 が %5 に）です。</translation>
    </message>
    <message>
        <source>rank unknown</source>
        <translation>ランク不明</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>a rank that stands for several</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Of %1 ranks those that compute longest and shortest.</source>
        <translation>%1 ランクのうち計算が最も長いものと最も短いものです。</translation>
    </message>
    <message>
        <source>Draw a figure or a page&apos;s sheet, one of --figures, into the file of --out; needs no display</source>
        <translation>--figures の図またはページのシートを --out のファイルに描く。ディスプレイは不要</translation>
    </message>
    <message>
        <source>Devices in all: as many replicas as they make</source>
        <translation>デバイスの総数：それに合うレプリカ数</translation>
    </message>
    <message>
        <source>List what --export draws</source>
        <translation>--export で描けるものの一覧</translation>
    </message>
    <message>
        <source>The list of --figures as JSON</source>
        <translation>--figures の一覧を JSON で</translation>
    </message>
    <message>
        <source>What a model consists of</source>
        <translation>モデルの構成</translation>
    </message>
    <message>
        <source>What a machine consists of</source>
        <translation>マシンの構成</translation>
    </message>
    <message>
        <source>The layers of a model</source>
        <translation>モデルの層</translation>
    </message>
    <message>
        <source>A node&apos;s devices, memories and networks</source>
        <translation>ノードのデバイス、メモリ、ネットワーク</translation>
    </message>
    <message>
        <source>What programs reach of a machine&apos;s peaks</source>
        <translation>マシンのピークに対してプログラムが達する割合</translation>
    </message>
    <message>
        <source>A plan: verdict, memory, devices, time and communication</source>
        <translation>計画：判定、メモリ、デバイス、時間、通信</translation>
    </message>
    <message>
        <source>A search&apos;s answer</source>
        <translation>探索の答え</translation>
    </message>
    <message>
        <source>Questions about a model, with their answers</source>
        <translation>モデルについての質問と答え</translation>
    </message>
    <message>
        <source>Schedules of a pipeline, one above the other</source>
        <translation>パイプラインのスケジュールを上下に並べて</translation>
    </message>
    <message>
        <source>A recommender on ZionEX and on PERSIA&apos;s roles</source>
        <translation>ZionEX と PERSIA の役割での推薦モデル</translation>
    </message>
    <message>
        <source>A run at a glance, and what costs most</source>
        <translation>実行の概要と、最も時間を使うもの</translation>
    </message>
    <message>
        <source>A run in time</source>
        <translation>時間軸での実行</translation>
    </message>
    <message>
        <source>An analysis of a run, chosen by --analysis</source>
        <translation>実行の分析（--analysis で選ぶ）</translation>
    </message>
    <message>
        <source>What an allocator held over time, and its segments</source>
        <translation>アロケータが保持したメモリの推移と、そのセグメント</translation>
    </message>
    <message>
        <source>What a query of a run answered</source>
        <translation>実行への問い合わせの結果</translation>
    </message>
    <message>
        <source>Memory of each class of rank against its capacity</source>
        <translation>各ランクのメモリと容量</translation>
    </message>
    <message>
        <source>Memory over the step</source>
        <translation>ステップ中のメモリ</translation>
    </message>
    <message>
        <source>Layers of each pipeline stage</source>
        <translation>各パイプラインステージの層</translation>
    </message>
    <message>
        <source>Bytes resident of each layer in each phase</source>
        <translation>各フェーズで各層が占めるバイト数</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 上の %1: %3</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>ステップの時間の内訳</translation>
    </message>
    <message>
        <source>What the allocator held over time</source>
        <translation>アロケータが保持したメモリの推移</translation>
    </message>
    <message>
        <source>The allocator&apos;s segments at the peak</source>
        <translation>ピーク時のアロケータのセグメント</translation>
    </message>
    <message>
        <source>%1, shared by %2</source>
        <translation>%1、%2 台で共有</translation>
    </message>
    <message>
        <source>%1: capacity</source>
        <translation>%1：容量</translation>
    </message>
    <message>
        <source>%1: what programs can allocate</source>
        <translation>%1：プログラムが確保できる量</translation>
    </message>
    <message>
        <source>%1: bandwidth</source>
        <translation>%1：帯域幅</translation>
    </message>
    <message>
        <source>Figures of the machine</source>
        <translation>マシンの数値</translation>
    </message>
    <message>
        <source>Fit</source>
        <comment>a tab: whether it fits</comment>
        <translation>収まるか</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>a tab</comment>
        <translation>時間</translation>
    </message>
    <message>
        <source>Placement</source>
        <comment>a tab</comment>
        <translation>配置</translation>
    </message>
    <message>
        <source>Network</source>
        <comment>a tab</comment>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Scaling</source>
        <comment>a tab</comment>
        <translation>スケーリング</translation>
    </message>
    <message>
        <source>Roles</source>
        <comment>a tab</comment>
        <translation>役割</translation>
    </message>
    <message>
        <source>any machine</source>
        <translation>任意のマシン</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a model, a machine</comment>
        <translation>%2 上の %1</translation>
    </message>
    <message>
        <source>%1 on %2 × %3</source>
        <comment>a model, devices, a machine</comment>
        <translation>%1、%2 × %3</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1トークン</translation>
    </message>
    <message>
        <source>%1 USD a device and hour</source>
        <translation>デバイス 1 台 1 時間あたり %1 USD</translation>
    </message>
    <message>
        <source>within %1</source>
        <comment>a deadline</comment>
        <translation>期限 %1 以内</translation>
    </message>
    <message>
        <source>for at most %1 USD</source>
        <translation>予算 %1 USD 以内</translation>
    </message>
    <message>
        <source>with at most %1</source>
        <comment>energy</comment>
        <translation>エネルギー %1 以内</translation>
    </message>
    <message>
        <source>%1 left free</source>
        <comment>memory</comment>
        <translation>空きメモリ %1</translation>
    </message>
    <message>
        <source>for each of %1</source>
        <translation>%1 のそれぞれについて</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>再計算：%1</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>state space</source>
        <translation>状態空間</translation>
    </message>
    <message>
        <source>gated delta rule</source>
        <translation>ゲート付きデルタ則</translation>
    </message>
    <message>
        <source>lightning attention</source>
        <translation>ライトニングアテンション</translation>
    </message>
    <message>
        <source>norm and head</source>
        <translation>正規化とヘッド</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>層 %1</translation>
    </message>
    <message>
        <source>%1 of %2 experts</source>
        <translation>%2 エキスパート中 %1</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>層ごと</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>構成</translation>
    </message>
    <message>
        <source>Parameters of each</source>
        <translation>1 つ当たりのパラメータ</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>トークン当たり有効</translation>
    </message>
    <message>
        <source>FLOPs of a sample, forward</source>
        <translation>サンプル当たりの FLOP（順伝播）</translation>
    </message>
    <message>
        <source>Tokens predicted at once</source>
        <translation>一度に予測するトークン</translation>
    </message>
    <message>
        <source>Layers of attention</source>
        <translation>アテンションの層</translation>
    </message>
    <message>
        <source>Layers that keep a state</source>
        <translation>状態を持つ層</translation>
    </message>
    <message>
        <source>Heads that keep a state</source>
        <translation>状態を持つヘッド</translation>
    </message>
    <message>
        <source>Width of a head&apos;s state</source>
        <translation>ヘッドの状態の幅</translation>
    </message>
    <message>
        <source>Device h, 1 M tokens</source>
        <translation>100 万トークンのデバイス時間</translation>
    </message>
    <message>
        <source>Device h, 1 M samples</source>
        <translation>100 万サンプルのデバイス時間</translation>
    </message>
    <message>
        <source>Changes that would help</source>
        <translation>改善につながる変更</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行可</translation>
    </message>
    <message>
        <source>in the plan&apos;s framework</source>
        <translation>計画のフレームワークで</translation>
    </message>
    <message>
        <source>Run a query</source>
        <translation>クエリの実行</translation>
    </message>
    <message>
        <source>Take over queries of before</source>
        <translation>以前のクエリを引き継ぐ</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>メモを書く</translation>
    </message>
    <message>
        <source>Keep the view %1</source>
        <translation>表示 %1 を保存</translation>
    </message>
    <message>
        <source>Remove the view %1</source>
        <translation>表示 %1 を削除</translation>
    </message>
    <message>
        <source>Take over views of before</source>
        <translation>以前の表示を引き継ぐ</translation>
    </message>
    <message>
        <source>launched by</source>
        <translation>起動元の呼び出し</translation>
    </message>
    <message>
        <source>module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>Python line</source>
        <translation>Python の行</translation>
    </message>
    <message>
        <source>library&apos;s line</source>
        <translation>ライブラリの行</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>起動したもの</translation>
    </message>
    <message>
        <source>forward operator</source>
        <translation>順伝播の演算子</translation>
    </message>
    <message>
        <source>module of the forward pass</source>
        <translation>順伝播のモジュール</translation>
    </message>
    <message>
        <source>Python line of the forward pass</source>
        <translation>順伝播の Python の行</translation>
    </message>
    <message>
        <source>Change the question</source>
        <translation>質問の変更</translation>
    </message>
    <message>
        <source>user</source>
        <translation>ユーザー</translation>
    </message>
    <message>
        <source>path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>What is replaced in the copy</source>
        <translation>コピーで置き換えるもの</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>In the copy</source>
        <translation>コピーでの表記</translation>
    </message>
    <message>
        <source>First found in</source>
        <translation>最初に見つかった項目</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>its operator</source>
        <translation>演算子</translation>
    </message>
    <message>
        <source>Devices of a node</source>
        <translation>ノードのデバイス</translation>
    </message>
    <message>
        <source>as many as a plan needs</source>
        <translation>計画が必要とするだけ</translation>
    </message>
    <message>
        <source>Matrix engine, %1</source>
        <translation>行列演算器、%1</translation>
    </message>
    <message>
        <source>Vector engine, %1</source>
        <translation>ベクトル演算器、%1</translation>
    </message>
    <message>
        <source>%1: latency</source>
        <translation>%1：レイテンシ</translation>
    </message>
    <message>
        <source>Power of a board</source>
        <translation>ボードの電力</translation>
    </message>
    <message>
        <source>Processors of a device</source>
        <translation>デバイスのプロセッサ</translation>
    </message>
    <message>
        <source>Price of a device</source>
        <translation>デバイスの価格</translation>
    </message>
    <message>
        <source>rank %1, device %2</source>
        <translation>ランク %1、デバイス %2</translation>
    </message>
    <message>
        <source>Open a plan that was found</source>
        <translation>見つかった計画を開く</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1の使用</translation>
    </message>
    <message>
        <source>Halve the network</source>
        <translation>ネットワークを半分に</translation>
    </message>
    <message>
        <source>Double the network</source>
        <translation>ネットワークを 2 倍に</translation>
    </message>
    <message>
        <source>Edit a table</source>
        <translation>表の編集</translation>
    </message>
    <message>
        <source>Fix %1</source>
        <translation>%1の固定</translation>
    </message>
    <message>
        <source>Paste tables</source>
        <translation>表の貼り付け</translation>
    </message>
    <message>
        <source>Add a table</source>
        <translation>表の追加</translation>
    </message>
    <message>
        <source>Remove tables</source>
        <translation>表の削除</translation>
    </message>
    <message>
        <source>Choose the cheapest activations</source>
        <translation>最も安い活性値の扱いを選択</translation>
    </message>
    <message>
        <source>Apply what helps</source>
        <translation>効果のある変更を適用</translation>
    </message>
    <message>
        <source>Release all tables</source>
        <translation>すべての表の固定を解除</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>変更 %1</translation>
    </message>
    <message>
        <source>Hold the number of devices</source>
        <translation>デバイス数を固定</translation>
    </message>
    <message>
        <source>Let the number of devices go</source>
        <translation>デバイス数の固定を解除</translation>
    </message>
    <message>
        <source>Change the number of devices</source>
        <translation>デバイス数を変更</translation>
    </message>
    <message>
        <source>Cut the layers evenly</source>
        <translation>層を均等に分ける</translation>
    </message>
    <message>
        <source>Move a layer</source>
        <translation>層の移動</translation>
    </message>
    <message>
        <source>Vectors sent in</source>
        <translation>ベクトルの送信形式</translation>
    </message>
    <message>
        <source>Gradients sent in</source>
        <translation>勾配の送信形式</translation>
    </message>
    <message>
        <source>Choose the cluster</source>
        <translation>クラスタの選択</translation>
    </message>
    <message>
        <source>Choose a PersiaJob</source>
        <translation>PersiaJob の選択</translation>
    </message>
    <message>
        <source>Use the plan on %1 devices</source>
        <translation>デバイス %1 台の計画を使う</translation>
    </message>
    <message>
        <source>Take over stages and micro-batches</source>
        <translation>ステージとマイクロバッチを取り込む</translation>
    </message>
    <message>
        <source>Remove a note</source>
        <translation>メモを削除</translation>
    </message>
    <message>
        <source>Change a note</source>
        <translation>メモを変更</translation>
    </message>
    <message>
        <source>Open PERSIA&apos;s settings</source>
        <translation>PERSIA の設定を開く</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>モデルの選択</translation>
    </message>
    <message>
        <source>Choose the hardware</source>
        <translation>ハードウェアの選択</translation>
    </message>
    <message>
        <source>Enter what a device costs</source>
        <translation>デバイスの費用を入力</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>計画を開く</translation>
    </message>
    <message>
        <source>Import a plan</source>
        <translation>計画の取り込み</translation>
    </message>
    <message>
        <source>%2 number %3 of group %4 is not called alike: %5 by rank %1, %6 by rank %7. Such a collective never ends: look for a branch, a shape or a type that differs there.</source>
        <translation>グループ %4 の %2 (%3 番) の呼び出しが一致していません (ランク %1 は %5、ランク %7 は %6)。このような集合通信は終わりません。そこで食い違う分岐、形状、型を探してください。</translation>
    </message>
    <message>
        <source>Rank %1 left a collective out: as number %3 of group %4 it called %5, which rank %7 calls behind %6.</source>
        <translation>ランク %1 は集合通信を一つ飛ばしました。グループ %4 の %3 番として %5 を呼びましたが、ランク %7 はこれを %6 の後に呼びます。</translation>
    </message>
    <message>
        <source>Rank %1 called a collective more than the others: as number %3 of group %4 it called %5, and behind it %6, where rank %7 is.</source>
        <translation>ランク %1 はほかより一つ多く集合通信を呼びました。グループ %4 の %3 番として %5 を呼び、ランク %7 がいる %6 はその後に呼んでいます。</translation>
    </message>
    <message>
        <source>The others wait in %2 number %3 of group %4 for rank %1, which itself waits in no collective: look at what its host does (input, a checkpoint, an error) and at its device.</source>
        <translation>ほかのランクはグループ %4 の %2 (%3 番) でランク %1 を待っていますが、ランク %1 自身はどの集合通信でも待っていません。ホストの処理 (入力、チェックポイント、エラー) とデバイスを調べてください。</translation>
    </message>
    <message>
        <source>The others wait in %2 number %3 of group %4 for rank %1, of which there is no dump: a process that died writes none. Else open its dump with these.</source>
        <translation>ほかのランクはグループ %4 の %2 (%3 番) でランク %1 を待っていますが、そのダンプがありません。終了したプロセスはダンプを書きません。あるなら一緒に開いてください。</translation>
    </message>
    <message>
        <source>Rank %1 still waits in %2 number %3 of group %4, which others completed and went on from: look at its device and its network.</source>
        <translation>ランク %1 はグループ %4 の %2 (%3 番) でまだ待っていますが、ほかのランクは完了して先へ進みました。ランク %1 のデバイスとネットワークを調べてください。</translation>
    </message>
    <message>
        <source>All ranks came to %2 number %3 of group %4, and on rank %1 it does not end: look at the network between them and at their devices.</source>
        <translation>全ランクがグループ %4 の %2 (%3 番) に到着しましたが、ランク %1 では終わりません。ランク間のネットワークとデバイスを調べてください。</translation>
    </message>
    <message>
        <source>%1 number %2 of group %3: rank %4 called %6 there, rank %5 waits in %7.</source>
        <translation>グループ %3 の %1 (%2 番): ランク %4 はそこで %6 を呼び、ランク %5 は %7 で待っています。</translation>
    </message>
    <message>
        <source>Rank %1, %2: at the peak %3 of %4 were asked for in %5 (%6), more than anywhere else.</source>
        <translation>ランク %1、%2: ピーク時、%4 のうち %3 が %5 (%6) で要求されました。ほかのどこよりも多い量です。</translation>
    </message>
    <message>
        <source>Device %1 ran out of memory %9 after the record began: %2 were asked for in %3, the driver had %4 left and the allocator had reserved %5, of which %6 were held, %8 of it by %7.</source>
        <translation>デバイス %1 は記録開始から %9 後にメモリが足りなくなりました。%3 で %2 が要求され、ドライバの残りは %4、アロケータの確保は %5、そのうち保持中は %6 で、%8 は %7 のものです。</translation>
    </message>
    <message>
        <source>Device %1: the %2 asked for are no more than the %3 that the driver had left and the %4 that were reserved and not held: they lay in pieces.</source>
        <translation>デバイス %1: 要求された %2 は、ドライバの残り %3 と、確保済みで保持されていない %4 の合計を超えません。空きは細切れでした。</translation>
    </message>
    <message>
        <source>Device %1: %2 of the reserved %3 is free, but the largest piece is %4, between blocks that are held. Segments can grow already: see who holds these blocks for long.</source>
        <translation>デバイス %1: 確保した %3 のうち %2 が空いていますが、最大の連続領域は %4 で、保持中のブロックの間にあります。セグメントはすでに拡張可能です。これらのブロックを長く保持している箇所を調べてください。</translation>
    </message>
    <message>
        <source>Device %1: %2 of the reserved %3 is in segments that nothing is held in: the allocator keeps them, and others could have them.</source>
        <translation>デバイス %1: 確保した %3 のうち %2 は、何も保持していないセグメントにあります。アロケータが手元に残しているもので、ほかで使えます。</translation>
    </message>
    <message>
        <source>Device %1: private pools (of CUDA graphs and the like) have %2 of the reserved %3; %4 of that is free, and nobody else can use it.</source>
        <translation>デバイス %1: 専用プール (CUDA グラフなど) が確保した %3 のうち %2 を占めています。そのうち %4 は空きですが、ほかからは使えません。</translation>
    </message>
    <message>
        <source>Device %1: %2 more are held after each of %3 steps; of them %5 were asked for in %4.</source>
        <translation>デバイス %1: %3 ステップで、1 ステップごとに保持量が %2 増えます。そのうち %5 は %4 で要求されています。</translation>
    </message>
    <message>
        <source>%1 of the time is in kernels that neither a rule nor the operation around their launch knows (different ones: %2), the largest first: %3</source>
        <translation>時間の %1 は、規則からも起動前後の演算からも何であるかがわからないカーネルで使われています（種類の数：%2）。大きい順に %3</translation>
    </message>
    <message>
        <source>Record the host&apos;s operations with the devices&apos; work: a kernel is then known by the operation that launched it. Or say what they are in rules of your own (--kernels FILE).</source>
        <translation>デバイスの実行と一緒にホストの演算も記録してください。カーネルは、それを起動した演算から何であるかがわかります。または、独自の規則で示してください（--kernels FILE）。</translation>
    </message>
    <message>
        <source>products, convolutions and attention far from what the device can do</source>
        <translation>デバイスの能力に遠く及ばない行列積・畳み込み・アテンション</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host captures kernels into graphs (stretches: %3).</source>
        <translation>ホストがカーネルをグラフに取り込む間、デバイスは 1 ステップあたり %1（%2）待ちます（区間の数：%3）。</translation>
    </message>
    <message>
        <source>%3 of %4 takes %1 a step (%2) longer than at the device&apos;s limit: it reaches %5 of its roofline (%6).</source>
        <translation>%4 の %3 は、デバイスの限界での実行よりも1ステップあたり %1 (%2) 長くかかっています。ルーフラインの %5 (%6) にとどまります。</translation>
    </message>
    <message>
        <source>Device %3 ran out of memory: %4 were asked for in %5, the driver had %6 left and the allocator had reserved %7, of which %8 were held, most by %9.</source>
        <translation>デバイス %3 のメモリが足りなくなりました。%5 で %4 が要求され、ドライバの残りは %6、アロケータの確保は %7、そのうち保持中は %8 で、%9 が最も多く保持していました。</translation>
    </message>
    <message>
        <source>The job hangs: %4 number %5 of group %6 is not called alike, %7 by rank %3 and %8 by rank %9.</source>
        <translation>ジョブがハングしています。グループ %6 の %4 (%5 番) の呼び出しが一致していません (ランク %3 は %7、ランク %9 は %8)。</translation>
    </message>
    <message>
        <source>The job hangs: rank %3 left a collective out. As number %5 of group %6 it called %7, which rank %9 calls behind %8.</source>
        <translation>ジョブがハングしています。ランク %3 は集合通信を一つ飛ばしました。グループ %6 の %5 番として %7 を呼びましたが、ランク %9 はこれを %8 の後に呼びます。</translation>
    </message>
    <message>
        <source>The job hangs: rank %3 called a collective more than the others. As number %5 of group %6 it called %7, and behind it %8, where rank %9 is.</source>
        <translation>ジョブがハングしています。ランク %3 はほかより一つ多く集合通信を呼びました。グループ %6 の %5 番として %7 を呼び、ランク %9 がいる %8 はその後に呼んでいます。</translation>
    </message>
    <message>
        <source>The job hangs: the others wait in %4 number %5 of group %6 for rank %3, which itself waits in no collective.</source>
        <translation>ジョブがハングしています。ほかのランクはグループ %6 の %4 (%5 番) でランク %3 を待っていますが、ランク %3 自身はどの集合通信でも待っていません。</translation>
    </message>
    <message>
        <source>The job hangs: the others wait in %4 number %5 of group %6 for rank %3, of which there is no dump.</source>
        <translation>ジョブがハングしています。ほかのランクはグループ %6 の %4 (%5 番) でランク %3 を待っていますが、そのダンプがありません。</translation>
    </message>
    <message>
        <source>The job hangs: ranks %3 wait for each other in a circle, in %4 number %5 of group %6.</source>
        <translation>ジョブがハングしています。ランク %3 がグループ %6 の %4 (%5 番) で互いに循環して待っています。</translation>
    </message>
    <message>
        <source>The job hangs: rank %3 waits in %4 number %5 of group %6, which others completed and went on from.</source>
        <translation>ジョブがハングしています。ランク %3 はグループ %6 の %4 (%5 番) で待っていますが、ほかのランクは完了して先へ進みました。</translation>
    </message>
    <message>
        <source>The job hangs: all came to %4 number %5 of group %6, and on rank %3 it does not end.</source>
        <translation>ジョブがハングしています。全ランクがグループ %6 の %4 (%5 番) に到着しましたが、ランク %3 では終わりません。</translation>
    </message>
    <message>
        <source>Capture before what counts, and keep the graphs: one for each shape that comes again.</source>
        <translation>測る区間の前に取り込みを済ませ、グラフを使い続けてください。繰り返し現れる形状ごとに 1 つです。</translation>
    </message>
    <message>
        <source>Pad odd sizes to multiples of 8 or 64, give it more rows at once, try another layout or algorithm, or a kernel made for this shape.</source>
        <translation>半端なサイズを8や64の倍数に詰め物で揃える、一度に渡す行を増やす、別のレイアウトやアルゴリズム、またはこの形状向けのカーネルを試してください。</translation>
    </message>
    <message>
        <source>Look for what differs there between these ranks: a branch, the shape of a batch, a parameter without a gradient, a number format.</source>
        <translation>これらのランクの間で食い違うものを探してください。分岐、バッチの形状、勾配のないパラメータ、数値形式などです。</translation>
    </message>
    <message>
        <source>See why these ranks did not issue the collective: a branch, an input that ended, an error that was caught.</source>
        <translation>これらのランクがこの集合通信を発行しなかった理由を調べてください。分岐、尽きた入力、捕捉されたエラーなどです。</translation>
    </message>
    <message>
        <source>See why only these ranks issued the collective: a branch, logging, evaluation.</source>
        <translation>これらのランクだけがこの集合通信を発行した理由を調べてください。分岐、ログ出力、評価などです。</translation>
    </message>
    <message>
        <source>See what their hosts do there: an exception, input, a checkpoint, a branch that only they take.</source>
        <translation>これらのランクのホストがそこで何をしているかを調べてください。例外、入力、チェックポイント、これらだけが通る分岐などです。</translation>
    </message>
    <message>
        <source>See whether their processes died (out of memory, an error, a lost node), and open their dumps with these.</source>
        <translation>これらのプロセスが終了していないか (メモリ不足、エラー、ノードの喪失) を調べ、ダンプがあれば一緒に開いてください。</translation>
    </message>
    <message>
        <source>not known: fewer than two steps are told on host and device</source>
        <translation>不明：ホストとデバイスの両方で分かるステップが2つ未満です</translation>
    </message>
    <message>
        <source>not known: nothing tells what launched the devices&apos; work</source>
        <translation>不明：デバイスの処理を何が起動したかが記録されていません</translation>
    </message>
    <message>
        <source>not known: several threads of the host work at once</source>
        <translation>不明：ホストの複数のスレッドが同時に働いています</translation>
    </message>
    <message>
        <source>not known: run again, the host&apos;s launches do not give the recorded times</source>
        <translation>不明：ホストの起動を再現しても、記録された時間になりません</translation>
    </message>
    <message>
        <source>A step without its recorder</source>
        <translation>記録なしでの1ステップ</translation>
    </message>
    <message>
        <source>Device by device</source>
        <translation>デバイスごと</translation>
    </message>
    <message>
        <source>Of the rank&apos;s several</source>
        <translation>ランクに複数あるうちのどれか</translation>
    </message>
    <message>
        <source>Asked for by</source>
        <translation>要求した関数</translation>
    </message>
    <message>
        <source>The program&apos;s own function, where Python was recorded</source>
        <translation>Python を記録した場合の、プログラム自身の関数</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>キャッシュ</translation>
    </message>
    <message>
        <source>Free in segments that nothing is held in: empty_cache() gives it back</source>
        <translation>何も保持していないセグメントの空き。empty_cache() で返せます</translation>
    </message>
    <message>
        <source>Scattered</source>
        <translation>散在</translation>
    </message>
    <message>
        <source>Free between blocks that are held</source>
        <translation>保持中のブロックの間の空き</translation>
    </message>
    <message>
        <source>In private pools</source>
        <translation>専用プール</translation>
    </message>
    <message>
        <source>Reserved for CUDA graphs and other pools of their own</source>
        <translation>CUDA グラフなど専用のプールのために確保した量</translation>
    </message>
    <message>
        <source>Who held memory</source>
        <translation>メモリを保持していた箇所</translation>
    </message>
    <message>
        <source>When</source>
        <translation>時点</translation>
    </message>
    <message>
        <source>At the peak, or as memory ran out</source>
        <translation>ピーク時、またはメモリが足りなくなった時点</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Told by the functions that asked for it, or by the snapshot</source>
        <translation>要求した関数、またはスナップショットから判定</translation>
    </message>
    <message>
        <source>What memory was for</source>
        <translation>メモリの用途</translation>
    </message>
    <message>
        <source>What grew from step to step</source>
        <translation>ステップごとに増えたもの</translation>
    </message>
    <message>
        <source>At the first step&apos;s end</source>
        <translation>最初のステップの終わり</translation>
    </message>
    <message>
        <source>At the last step&apos;s end</source>
        <translation>最後のステップの終わり</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>1 ステップあたり</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>メモリ不足</translation>
    </message>
    <message>
        <source>What they called</source>
        <translation>呼び出した内容</translation>
    </message>
    <message>
        <source>Waiting device</source>
        <translation>待つデバイス</translation>
    </message>
    <message>
        <source>Late device</source>
        <translation>遅いデバイス</translation>
    </message>
    <message>
        <source>Last device</source>
        <translation>最後のデバイス</translation>
    </message>
    <message>
        <source>launch_bound, graph_capture, host_between, slow_launch, data_loading, host_work, host_communication, device_allocation, blocking_copy, synchronization, short_gap, dependency_wait, unknown</source>
        <translation>launch_bound、graph_capture、host_between、slow_launch、data_loading、host_work、host_communication、device_allocation、blocking_copy、synchronization、short_gap、dependency_wait、unknown</translation>
    </message>
    <message>
        <source>the device&apos;s number in this run</source>
        <translation>この実行内でのデバイスの番号</translation>
    </message>
    <message>
        <source>rank.source: of all that is told of the device</source>
        <translation>rank.source：デバイスについての記述すべてに共通</translation>
    </message>
    <message>
        <source>as the rank counts its devices; NULL: the file does not number it</source>
        <translation>ランクから見たデバイスの番号。NULL：ファイルに番号がない</translation>
    </message>
    <message>
        <source>as it is shown</source>
        <translation>表示される名前</translation>
    </message>
    <message>
        <source>rank.source that holds the rows of its host</source>
        <translation>ホストの行を持つ rank.source</translation>
    </message>
    <message>
        <source>how many identical devices it stands for</source>
        <translation>同じデバイス何台分を表すか</translation>
    </message>
    <message>
        <source>the devices of the run; nothing is summed over them</source>
        <translation>実行のデバイス。これらにわたって合計されるものはない</translation>
    </message>
    <message>
        <source>of no known purpose</source>
        <translation>用途不明</translation>
    </message>
    <message>
        <source>See what this device does before it comes: its own work, its copies, its clock and temperature.</source>
        <translation>このデバイスが来る前に何をしているかを見てください：自身の処理、コピー、クロックと温度。</translation>
    </message>
    <message>
        <source>not known: the devices wait for each other, and all of them were recorded</source>
        <translation>不明：デバイスは互いに待ち合い、そのすべてが記録されていました</translation>
    </message>
    <message>
        <source>%1: waits for %2 of the step</source>
        <translation>%1：ステップの %2 は待ち</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows, from 0 to %3 of %4.</source>
        <translation>%2 行のうち最初の %1 行、%4 のうち 0 から %3 まで。</translation>
    </message>
    <message>
        <source>From 0 to %1 of %2.</source>
        <translation>%2 のうち 0 から %1 まで。</translation>
    </message>
    <message>
        <source>The step in time</source>
        <translation>時間で見るステップ</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>share of the step</source>
        <translation>ステップに占める割合</translation>
    </message>
    <message>
        <source>From A&apos;s step to B&apos;s</source>
        <translation>A のステップから B のステップへ</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>A&apos;s step</source>
        <translation>A のステップ</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>残り</translation>
    </message>
    <message>
        <source>B&apos;s step</source>
        <translation>B のステップ</translation>
    </message>
    <message>
        <source>A step by what it is spent on</source>
        <translation>ステップの内訳</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>区分</translation>
    </message>
    <message>
        <source>Work by operation</source>
        <translation>演算ごとの処理</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Calls of A</source>
        <translation>A の呼び出し</translation>
    </message>
    <message>
        <source>Calls of B</source>
        <translation>B の呼び出し</translation>
    </message>
    <message>
        <source>Beyond the spread of steps</source>
        <translation>ステップのばらつきを超える</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持ち主</translation>
    </message>
    <message>
        <source>Calibrate the plan with this run, which tells other rates (%1: %2; %3).</source>
        <translation>この記録は別の速度を示しています。計画をこの記録で較正してください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Let the plan recompute what the run does, or the run what the plan does (%1: %2; %3).</source>
        <translation>計画の再計算を実行に合わせるか、実行を計画に合わせてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Look for what keeps communication and copies from running beside computing (%1: %2; %3).</source>
        <translation>通信とコピーが計算と並行して進まない理由を探してください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Look at that rank&apos;s clock, host and input before anything else (%1: %2; %3).</source>
        <translation>まずそのランクのクロック、ホスト、入力を調べてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Compare the order of micro-batches and the stages&apos; work with the plan&apos;s (%1: %2; %3).</source>
        <translation>マイクロバッチの順序とステージの処理量を計画と比べてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Launch less often, with CUDA graphs or torch.compile (%1: %2; %3).</source>
        <translation>CUDA グラフか torch.compile で起動の回数を減らしてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Take what the host does off the thread that launches (%1: %2; %3).</source>
        <translation>ホストの処理を、起動を行うスレッドから外してください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Nothing in the program: record fewer steps, without stacks and shapes, to see the rest more clearly (%1: %2; %3).</source>
        <translation>プログラムに原因はありません。スタックと形状なしで記録するステップを減らすと、残りがよりはっきり見えます（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Look at these operations first: their work takes longer (%1: %2; %3).</source>
        <translation>まずこれらの演算を調べてください。処理時間が延びています（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Recompute only what memory needs (%1: %2; %3).</source>
        <translation>再計算はメモリに必要なものだけにしてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Compare the order of micro-batches and the stages&apos; work (%1: %2; %3).</source>
        <translation>マイクロバッチの順序とステージの処理量を比べてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Look for what the host does more between launches, or launch less often, with CUDA graphs or torch.compile (%1: %2; %3).</source>
        <translation>起動の間にホストが余分に行っていることを探すか、CUDA グラフか torch.compile で起動の回数を減らしてください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>Nothing in the program: record both with the same options (%1: %2; %3).</source>
        <translation>プログラムに原因はありません。両方を同じ設定で記録してください（%1: %2、%3）。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>number of ranks</source>
        <translation>ランク数</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>系列長</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>A and B take the same: %1 a step.</source>
        <translation>A と B は同じ時間です: 1 ステップ %1。</translation>
    </message>
    <message>
        <source>A step of B takes %1, which is %2 (%3) longer than A&apos;s %4.</source>
        <translation>B の 1 ステップは %1 で、A の %4 より %2（%3）長くかかります。</translation>
    </message>
    <message>
        <source>A step of B takes %1, which is %2 (%3) shorter than A&apos;s %4.</source>
        <translation>B の 1 ステップは %1 で、A の %4 より %2（%3）短くなります。</translation>
    </message>
    <message>
        <source>Without its recorder %1 would take %2 (%3 to %4).</source>
        <translation>記録しなければ %1 は %2（%3 から %4）です。</translation>
    </message>
    <message>
        <source>No part differs by more than a thousandth of the step.</source>
        <translation>ステップの千分の一を超えて違う部分はありません。</translation>
    </message>
    <message>
        <source>%1: %2 and %3</source>
        <translation>%1: %2 と %3</translation>
    </message>
    <message>
        <source>B has longer: %1.</source>
        <translation>B で長いもの: %1。</translation>
    </message>
    <message>
        <source>B has shorter: %1.</source>
        <translation>B で短いもの: %1。</translation>
    </message>
    <message>
        <source>Differences that cancel within a part: %1.</source>
        <translation>部分の中で打ち消し合う違い: %1。</translation>
    </message>
    <message>
        <source>%1 of what differs has no partner or no cause.</source>
        <translation>違いの %1 には対応する相手か原因がありません。</translation>
    </message>
    <message>
        <source>Record the calls that launch the device&apos;s work, and operators with their shapes: the files do not tell what differs.</source>
        <translation>デバイスの処理を起動する呼び出しと、演算とその形状を記録してください。このファイルからは違いがわかりません。</translation>
    </message>
    <message>
        <source>Nothing to try: there is nothing to explain.</source>
        <translation>試すことはありません。説明すべき違いがないからです。</translation>
    </message>
    <message>
        <source>Nothing to mend in B: no part takes longer.</source>
        <translation>B に直すところはありません。長くなった部分がないからです。</translation>
    </message>
    <message>
        <source>No step can be compared: A or B tells none, or their devices are not each other&apos;s.</source>
        <translation>比べられるステップがありません。A か B にステップがないか、デバイスが対応していません。</translation>
    </message>
    <message>
        <source>Nothing is known of why.</source>
        <translation>理由は何もわかりません。</translation>
    </message>
    <message>
        <source>Compare a plan that has a step with a run that holds work of steps.</source>
        <translation>ステップを持つ計画と、ステップの処理を含む実行を比べてください。</translation>
    </message>
    <message>
        <source>Not the same %1: A has %2, B has %3 (%4).</source>
        <translation>%1が同じではありません: A は %2、B は %3（%4）。</translation>
    </message>
    <message>
        <source>products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>grouped products</source>
        <translation>グループ化行列積</translation>
    </message>
    <message>
        <source>element-wise work</source>
        <translation>要素ごとの演算</translation>
    </message>
    <message>
        <source>routing of tokens</source>
        <translation>トークンの振り分け</translation>
    </message>
    <message>
        <source>quantising</source>
        <translation>量子化</translation>
    </message>
    <message>
        <source>work of no known kind</source>
        <translation>種類のわからない処理</translation>
    </message>
    <message>
        <source>exposed all-reduce</source>
        <translation>隠れていない all-reduce</translation>
    </message>
    <message>
        <source>exposed all-gather</source>
        <translation>隠れていない all-gather</translation>
    </message>
    <message>
        <source>exposed reduce-scatter</source>
        <translation>隠れていない reduce-scatter</translation>
    </message>
    <message>
        <source>exposed all-to-all</source>
        <translation>隠れていない all-to-all</translation>
    </message>
    <message>
        <source>exposed broadcast</source>
        <translation>隠れていない broadcast</translation>
    </message>
    <message>
        <source>exposed sends and receives</source>
        <translation>隠れていない送受信</translation>
    </message>
    <message>
        <source>other exposed communication</source>
        <translation>隠れていないその他の通信</translation>
    </message>
    <message>
        <source>waiting for other ranks</source>
        <translation>ほかのランクの待ち</translation>
    </message>
    <message>
        <source>exposed copies</source>
        <translation>隠れていないコピー</translation>
    </message>
    <message>
        <source>pauses between kernels</source>
        <translation>カーネル間の休止</translation>
    </message>
    <message>
        <source>waiting for launches</source>
        <translation>起動の待ち</translation>
    </message>
    <message>
        <source>waiting for the host&apos;s own work</source>
        <translation>ホスト自身の処理の待ち</translation>
    </message>
    <message>
        <source>waiting for input data</source>
        <translation>入力データの待ち</translation>
    </message>
    <message>
        <source>waiting behind synchronizations</source>
        <translation>同期のあとの待ち</translation>
    </message>
    <message>
        <source>waiting for the host&apos;s communication</source>
        <translation>ホストの通信の待ち</translation>
    </message>
    <message>
        <source>waiting for another stream or transfer</source>
        <translation>別のストリームまたは転送の待ち</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>パイプラインのバブル</translation>
    </message>
    <message>
        <source>idle without a known cause</source>
        <translation>原因のわからないアイドル</translation>
    </message>
    <message>
        <source>the recorder&apos;s own cost</source>
        <translation>記録そのものの費用</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>product</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>grouped product</source>
        <translation>グループ化行列積</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>routing</source>
        <translation>振り分け</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>send or receive</source>
        <translation>送受信</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>休止</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>a slower rank</source>
        <translation>遅いランク</translation>
    </message>
    <message>
        <source>rank %1 does more than the others, which wait for it</source>
        <translation>ランク %1 の処理がほかより多く、ほかのランクはそれを待つ</translation>
    </message>
    <message>
        <source>%1: %2 a step (%3 to %4) by the host&apos;s clock run again without it</source>
        <translation>%1: ホストの時計を記録なしでたどり直すと 1 ステップ %2（%3 から %4）</translation>
    </message>
    <message>
        <source>Steps take longer since step %1: %3 instead of %2.</source>
        <translation>ステップ %1 から 1 ステップが長くなっています：%2 だったものが %3 です。</translation>
    </message>
    <message>
        <source>Steps are as fast as before again since step %1: %3.</source>
        <translation>ステップ %1 から元の速さに戻りました：%3。</translation>
    </message>
    <message>
        <source>Steps take longer than planned since step %1: %3, planned %2.</source>
        <translation>ステップ %1 から計画より長くかかっています：計画の %2 に対して %3 です。</translation>
    </message>
    <message>
        <source>Steps are within the plan again since step %1: %3, planned %2.</source>
        <translation>ステップ %1 から再び計画の範囲内です：計画の %2 に対して %3 です。</translation>
    </message>
    <message>
        <source>Memory is above the plan by step %1: %3 allocated, planned %2.</source>
        <translation>ステップ %1 までにメモリが計画を超えました：計画の %2 に対して %3 を確保しています。</translation>
    </message>
    <message>
        <source>Nothing was written for %3 since step %1, which took %2.</source>
        <translation>ステップ %1（%2）の後、%3 の間何も書かれていません。</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>ランク %1：%2</translation>
    </message>
    <message>
        <source>What the recording tells of its plan</source>
        <translation>記録から分かる計画</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>確度</translation>
    </message>
    <message>
        <source>What it does not tell</source>
        <translation>記録からは分からないこと</translation>
    </message>
    <message>
        <source>The host&apos;s operations and calls, and which of them launched each of the devices&apos; rows; for a function of Python its stack.</source>
        <translation>ホストの演算と呼び出し、およびデバイスの各行をどの呼び出しが起動したか。Python の関数についてはスタック。</translation>
    </message>
    <message>
        <source>No cause is named for a gap whose launch is not in the file or in which nothing of the host was recorded; all is of low confidence where work of the devices is missing.</source>
        <translation>起動がファイルにない空き時間や、ホストの記録がない空き時間には原因を示しません。デバイスの作業が欠けている場合は、すべて確度が低くなります。</translation>
    </message>
    <message>
        <source>The devices&apos; rows, and for the first of them their launches.</source>
        <translation>デバイスの行と、前者についてはその起動。</translation>
    </message>
    <message>
        <source>They name no cause: they say what was not recorded.</source>
        <translation>原因は示しません。何が記録されていないかを述べます。</translation>
    </message>
    <message>
        <source>Launches with their work: the row was launched before the device ran dry.</source>
        <translation>起動とその作業：デバイスが空になる前に起動されていること。</translation>
    </message>
    <message>
        <source>What the device waited for is not named, unless the file holds its synchronisations.</source>
        <translation>ファイルに同期の記録がない限り、デバイスが何を待ったかは示しません。</translation>
    </message>
    <message>
        <source>Kernels or calls of a communication library that a rule knows, on the same clock as what computes.</source>
        <translation>規則で分かる通信ライブラリのカーネルまたは呼び出しが、計算と同じ時計で記録されていること。</translation>
    </message>
    <message>
        <source>Of medium confidence where ranks are missing: waiting for them looks like communicating. What a pipeline waits for is told as its bubble.</source>
        <translation>欠けているランクがある場合は中程度の確度です。その到着待ちは通信のように見えます。パイプラインの待ちはバブルとして述べます。</translation>
    </message>
    <message>
        <source>Copies and fills of the devices, on the same clock as what computes.</source>
        <translation>デバイスのコピーと埋めが、計算と同じ時計で記録されていること。</translation>
    </message>
    <message>
        <source>Nothing is said of copies that another row hides.</source>
        <translation>ほかの行に隠れるコピーについては述べません。</translation>
    </message>
    <message>
        <source>Shapes and types of the operations: each reads what the one before it wrote. The price is the bytes that need not move, at the rate at which the chain&apos;s own kernels move theirs.</source>
        <translation>演算の形状と型：それぞれが直前の演算の結果を読むこと。代償は、動かさずに済むバイト数を、連なり自身のカーネルが出している速さで割ったものです。</translation>
    </message>
    <message>
        <source>Without shapes it is a bound of low confidence: all but each chain&apos;s longest kernel. Gradients that are added up and kernels of different steps are never one chain; results that something else needs as well are not known.</source>
        <translation>形状がなければ、最長のカーネル以外すべてという上限で、確度は低くなります。積算される勾配や別のステップのカーネルは一つの連なりとしません。結果をほかでも使うかどうかは分かりません。</translation>
    </message>
    <message>
        <source>Shapes and types of products, convolutions and attention, and the device&apos;s peaks for the format that was computed in.</source>
        <translation>積、畳み込み、注意の形状と型、および計算された数値形式でのデバイスのピーク。</translation>
    </message>
    <message>
        <source>Not said of calls below 20 µs, of those that reach a third of their roofline, of algorithms that do fewer operations (Winograd, FFT), and where the device is not in the catalogue.</source>
        <translation>20 µs 未満の呼び出し、ルーフラインの 3 分の 1 に達するもの、演算数の少ないアルゴリズム（Winograd、FFT）、カタログにないデバイスでは述べません。</translation>
    </message>
    <message>
        <source>Shapes and types of element-wise operations, norms, softmax and reductions, and the bandwidth of the device&apos;s memory.</source>
        <translation>要素ごとの演算、正規化、ソフトマックス、縮約の形状と型、およびデバイスのメモリ帯域。</translation>
    </message>
    <message>
        <source>Not said of calls below 20 µs, of those that reach a quarter of the bandwidth, of lists of tensors, and where the device is not in the catalogue.</source>
        <translation>20 µs 未満の呼び出し、帯域の 4 分の 1 に達するもの、テンソルのリスト、カタログにないデバイスでは述べません。</translation>
    </message>
    <message>
        <source>Bytes of each copy and its direction, and the device&apos;s link to its host or its memory&apos;s bandwidth.</source>
        <translation>各コピーのバイト数と向き、およびデバイスとホストのリンクまたはメモリの帯域。</translation>
    </message>
    <message>
        <source>Not said of copies below 20 µs, of those that reach half of the link (on the device: a quarter of the memory), and of what other work hides.</source>
        <translation>20 µs 未満のコピー、リンクの半分（デバイス上ではメモリの 4 分の 1）に達するもの、ほかの作業に隠れる分については述べません。</translation>
    </message>
    <message>
        <source>Bytes and ranks of the collective, the files of all its ranks on one clock with their hosts&apos; names, and the link between them: only the time after its last rank has come counts.</source>
        <translation>集団通信のバイト数とランク、同じ時計に揃った全ランクのファイルとそのホスト名、およびその間のリンク。最後のランクが到着した後の時間だけを数えます。</translation>
    </message>
    <message>
        <source>Not said below 16 MiB, of those that reach 15 % of the link, where a rank or a host is not known, and of what computation hides; between hosts of low confidence, for nobody recorded their network.</source>
        <translation>16 MiB 未満、リンクの 15 % に達するもの、ランクやホストが分からない場合、計算に隠れる分については述べません。ホスト間のネットワークは記録されていないため、確度は低くなります。</translation>
    </message>
    <message>
        <source>Steps that the file marks, or that its kernels&apos; period tells: three at least.</source>
        <translation>ファイルが示すステップ、またはカーネルの周期から分かるステップが 3 つ以上。</translation>
    </message>
    <message>
        <source>Not said where fewer steps count; why a step is longer is not named.</source>
        <translation>数えられるステップがそれより少なければ述べません。長い理由は示しません。</translation>
    </message>
    <message>
        <source>Of two ranks nobody knows which one is as it should be. Not said where the others wait for another rank.</source>
        <translation>2 ランクではどちらが正常か分かりません。ほかのランクを待っている場合は述べません。</translation>
    </message>
    <message>
        <source>Ranks that the files name and that were not opened, and collectives that last over twice as long as a payload as large once took.</source>
        <translation>ファイルが示すランクのうち開かれていないものがあり、集団通信が、同じ大きさの転送にかつてかかった時間の 2 倍を超えること。</translation>
    </message>
    <message>
        <source>Not said where all ranks are there; nobody who is there is blamed then.</source>
        <translation>全ランクがそろっていれば述べません。その場合、いるランクのせいにはしません。</translation>
    </message>
    <message>
        <source>Micro-batches that the program names, or sends and receives between stages of which both ends are known.</source>
        <translation>プログラムが名付けたマイクロバッチ、または両端が分かるステージ間の送受信。</translation>
    </message>
    <message>
        <source>Of medium confidence where sends and receives alone tell; not said of one rank.</source>
        <translation>送受信だけから分かる場合は中程度の確度です。1 ランクでは述べません。</translation>
    </message>
    <message>
        <source>An allocator&apos;s snapshot whose history holds the event.</source>
        <translation>履歴にその出来事を含むアロケータのスナップショット。</translation>
    </message>
    <message>
        <source>Who held memory is not named where the history has no stacks.</source>
        <translation>履歴にスタックがなければ、保持していたものは示しません。</translation>
    </message>
    <message>
        <source>Dumps of PyTorch&apos;s flight recorder of the same time, best of all ranks.</source>
        <translation>同じ時刻の PyTorch のフライトレコーダのダンプ。全ランク分が望まれます。</translation>
    </message>
    <message>
        <source>Of medium confidence where only a rank&apos;s dump is missing, or all came and a collective does not end; not said where every collective ended.</source>
        <translation>あるランクのダンプだけがない場合や、全員が到着したのに終わらない場合は中程度の確度です。すべての集団通信が終わっていれば述べません。</translation>
    </message>
    <message>
        <source>To be sure it needs: %1 It abstains: %2</source>
        <translation>確かであるために必要なもの：%1述べない場合：%2</translation>
    </message>
    <message>
        <source>%1: the step is the one without its recorder, %2 (%3 to %4); recorded were %5.</source>
        <translation>%1：ステップは記録の負荷を除いた値 %2（%3～%4）です。記録では %5 でした。</translation>
    </message>
    <message>
        <source>%1: without its recorder a step would take %2 (%3 to %4). The other side&apos;s is not known, so steps are compared as recorded: %5.</source>
        <translation>%1：記録の負荷を除くとステップは %2（%3～%4）です。もう一方では分からないため、記録されたままの %5 で比べています。</translation>
    </message>
    <message>
        <source>%1 is a plan: its step is the simulated one, %2; its closed form says %3.</source>
        <translation>%1 は計画です。そのステップはシミュレーションの %2 で、閉じた式では %3 です。</translation>
    </message>
    <message>
        <source>%1 devices are compared; without a partner are %2 of A and %3 of B.</source>
        <translation>%1 台のデバイスを比べました。相手のないものは A に %2、B に %3 あります。</translation>
    </message>
    <message>
        <source>%1 differs by %2 of A&apos;s, which is more than was allowed.</source>
        <translation>%1 の違いは A の %2 で、許容を超えています。</translation>
    </message>
    <message>
        <source>Rows of the phase %1 alone: what the devices do for other phases meanwhile shows as idle here.</source>
        <translation>フェーズ %1 の行だけです。その間にデバイスが他のフェーズのために行う処理は、ここでは待ち時間として現れます。</translation>
    </message>
    <message>
        <source>Rank %1 holds the others up, because it computes longer (in %2 of %3 steps).</source>
        <translation>ランク %1 は計算が長く、ほかのランクを待たせています（%3 ステップ中 %2）。</translation>
    </message>
    <message>
        <source>Rank %1 holds the others up, because it waits longer for its input (in %2 of %3 steps).</source>
        <translation>ランク %1 は入力を長く待ち、ほかのランクを待たせています（%3 ステップ中 %2）。</translation>
    </message>
    <message>
        <source>Rank %1 holds the others up, because it copies longer (in %2 of %3 steps).</source>
        <translation>ランク %1 はコピーが長く、ほかのランクを待たせています（%3 ステップ中 %2）。</translation>
    </message>
    <message>
        <source>Rank %1 holds the others up, because its host begins later (in %2 of %3 steps).</source>
        <translation>ランク %1 はホストの開始が遅く、ほかのランクを待たせています（%3 ステップ中 %2）。</translation>
    </message>
    <message>
        <source>Rank %1 comes last and holds the others up (in %2 of %3 steps); nothing that it does was recorded to last longer than elsewhere.</source>
        <translation>ランク %1 が最後に到着し、ほかのランクを待たせています（%3 ステップ中 %2）。記録の中に、ほかより長くかかっているものはありません。</translation>
    </message>
    <message>
        <source>Rank %1, %2: %3 more are held after each of %4 steps; of them %6 were asked for in %5.</source>
        <translation>ランク %1、%2：%4 ステップで毎回 %3 ずつ保持量が増えています。そのうち %6 は %5 で要求されました。</translation>
    </message>
    <message>
        <source>Device %1: of the peak of %2, %3 are %4, and of these %5 were asked for in %6.</source>
        <translation>デバイス %1：ピーク %2 のうち %3 が%4で、そのうち %5 は %6 で要求されました。</translation>
    </message>
    <message>
        <source>Work of devices</source>
        <translation>デバイスの処理</translation>
    </message>
    <message>
        <source>What the devices do, and so what costs time</source>
        <translation>デバイスが何をしているか、したがって何に時間がかかっているか</translation>
    </message>
    <message>
        <source>Both activities of torch.profiler, ProfilerActivity.CPU and CUDA; nsys profile --trace=cuda,nvtx; rocprofv3 --kernel-trace</source>
        <translation>torch.profiler の両方のアクティビティ（ProfilerActivity.CPU と CUDA）、nsys profile --trace=cuda,nvtx、または rocprofv3 --kernel-trace</translation>
    </message>
    <message>
        <source>The calls that launch the devices&apos; work</source>
        <translation>デバイスの処理を起動する呼び出し</translation>
    </message>
    <message>
        <source>Why devices wait, and which operation their work is of</source>
        <translation>デバイスが待つ理由と、その処理がどの演算のものか</translation>
    </message>
    <message>
        <source>Calls of the runtime with the devices&apos; work: ProfilerActivity.CPU; nsys profile --trace=cuda; rocprofv3 --hip-trace</source>
        <translation>デバイスの処理とともにランタイムの呼び出しを記録する: ProfilerActivity.CPU、nsys profile --trace=cuda、または rocprofv3 --hip-trace</translation>
    </message>
    <message>
        <source>Operations of the framework</source>
        <translation>フレームワークの演算</translation>
    </message>
    <message>
        <source>Which operation or module a kernel is of</source>
        <translation>カーネルがどの演算・モジュールのものか</translation>
    </message>
    <message>
        <source>ProfilerActivity.CPU; under nsys or rocprofv3 torch.autograd.profiler.emit_nvtx</source>
        <translation>ProfilerActivity.CPU。nsys や rocprofv3 では torch.autograd.profiler.emit_nvtx</translation>
    </message>
    <message>
        <source>Functions of the program</source>
        <translation>プログラムの関数</translation>
    </message>
    <message>
        <source>Which line of the program a kernel is of, and what the host does between operations</source>
        <translation>カーネルがプログラムのどの行のものか、演算の合間にホストが何をしているか</translation>
    </message>
    <message>
        <source>with_stack=True, for a few steps: it costs time; nsys profile --python-functions-trace</source>
        <translation>with_stack=True（時間がかかるため数ステップだけ）、または nsys profile --python-functions-trace</translation>
    </message>
    <message>
        <source>Shapes of operations</source>
        <translation>演算の形状</translation>
    </message>
    <message>
        <source>FLOP/s, and how far products are from what the device can do</source>
        <translation>FLOP/s と、行列積がデバイスの性能からどれだけ離れているか</translation>
    </message>
    <message>
        <source>record_shapes=True, of torch.profiler or emit_nvtx</source>
        <translation>torch.profiler または emit_nvtx の record_shapes=True</translation>
    </message>
    <message>
        <source>Sizes of what is communicated</source>
        <translation>通信の大きさ</translation>
    </message>
    <message>
        <source>The bandwidth that collectives reach</source>
        <translation>集団通信が達成する帯域幅</translation>
    </message>
    <message>
        <source>torch.profiler writes them with collectives; PyTorch&apos;s flight recorder has them as well</source>
        <translation>torch.profiler は集団通信とともに書き出す。PyTorch のフライトレコーダーにもある</translation>
    </message>
    <message>
        <source>What holds memory, and when</source>
        <translation>何がいつメモリを占めているか</translation>
    </message>
    <message>
        <source>profile_memory=True, or a snapshot: torch.cuda.memory._record_memory_history</source>
        <translation>profile_memory=True、またはスナップショット（torch.cuda.memory._record_memory_history）</translation>
    </message>
    <message>
        <source>What repeats: times are of the whole recording</source>
        <translation>何が繰り返されるか（時間は記録全体のもの）</translation>
    </message>
    <message>
        <source>profiler.step() after each step, or a range around it</source>
        <translation>各ステップの後の profiler.step()、またはステップを囲む範囲</translation>
    </message>
    <message>
        <source>operations that only move memory, far from its bandwidth</source>
        <translation>メモリを動かすだけの演算のうち、帯域に遠く及ばないもの</translation>
    </message>
    <message>
        <source>copies far from what their link gives</source>
        <translation>リンクの性能に遠く及ばないコピー</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>記録されていないもの</translation>
    </message>
    <message>
        <source>What is not known without it</source>
        <translation>それがないと分からないこと</translation>
    </message>
    <message>
        <source>How to record it</source>
        <translation>記録の方法</translation>
    </message>
    <message>
        <source>The devices wait %1 a step (%2) while the host launches nothing, mostly in %3.</source>
        <translation>ホストが何も起動しない間、デバイスは 1 ステップあたり %1（%2）待っています。その大半は %3 の中です。</translation>
    </message>
    <message>
        <source>Element-wise kernels hand results to one another through memory (chains: %3): fused, each would read its operands once and write its result once, which saves %1 a step (%2).</source>
        <translation>要素ごとのカーネルが結果をメモリ経由で受け渡しています（連なり：%3）。融合すれば入力を 1 回読み、結果を 1 回書くだけになり、1 ステップあたり %1（%2）短くなります。</translation>
    </message>
    <message>
        <source>Element-wise kernels follow one another (chains: %3), and their shapes are not known: fused, each chain could save all but its longest, %1 a step (%2) at most.</source>
        <translation>要素ごとのカーネルが続いていますが（連なり：%3）、形状は分かりません。融合すれば、各連なりの最長のもの以外、最大で 1 ステップあたり %1（%2）短くできます。</translation>
    </message>
    <message>
        <source>%3 of %4 and what else works on these sizes, as gradients do (%7 more), take %1 a step (%2) longer than at the device&apos;s limit: they reach %5 of their roofline (%6).</source>
        <translation>%4 の %3 と、同じ大きさを扱う勾配などの演算（ほかに %7 種）は、デバイスの限界より 1 ステップあたり %1（%2）長くかかっています。ルーフラインの %5（%6）にとどまります。</translation>
    </message>
    <message>
        <source>%3 of %4 takes %1 a step (%2) longer than its bytes do: it moves %6 a call, at %5 of the memory&apos;s bandwidth.</source>
        <translation>%4 の %3 は、転送するバイト数から見て 1 ステップあたり %1（%2）長くかかっています。1 回に %6 を動かし、メモリ帯域の %5 にとどまります。</translation>
    </message>
    <message>
        <source>%3 takes %1 a step (%2) longer than its bytes do: it moves %4 a copy at %5, where the link gives %6.</source>
        <translation>%3 は、転送するバイト数から見て 1 ステップあたり %1（%2）長くかかっています。1 回に %4 を %5 でコピーしていますが、リンクは %6 まで出せます。</translation>
    </message>
    <message>
        <source>%3 among the %8 ranks of %4 takes %1 a step (%2) longer than its bytes do, counted from when its last rank has come: %5 a call go over the bus at %6, where a link inside the node gives %7.</source>
        <translation>%4 の %8 ランクによる %3 は、最後のランクが到着してから数えて、バイト数から見て 1 ステップあたり %1（%2）長くかかっています。1 回 %5 のバス帯域は %6 で、ノード内のリンクは %7 まで出せます。</translation>
    </message>
    <message>
        <source>%3 among the %8 ranks of %4 takes %1 a step (%2) longer than its bytes do, counted from when its last rank has come: %5 a call go over the bus at %6, where the network of such a machine gives %7.</source>
        <translation>%4 の %8 ランクによる %3 は、最後のランクが到着してから数えて、バイト数から見て 1 ステップあたり %1（%2）長くかかっています。1 回 %5 のバス帯域は %6 で、この種のマシンのネットワークは %7 まで出せます。</translation>
    </message>
    <message>
        <source>Rank %3 computes %4 times as long as the median of the others, in %5 of %6 steps; the others wait %1 a step (%2) for it.</source>
        <translation>ランク %3 の計算時間は他のランクの中央値の %4 倍です（%6 ステップ中 %5 ステップ）。他のランクはこのランクを 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>Rank %3 comes last to collectives, in %4 of %5 steps; the others wait %1 a step (%2) for it.</source>
        <translation>ランク %3 は集団通信に最後に到着します（%5 ステップ中 %4 ステップ）。他のランクはこのランクを 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>Rank %3 comes last to collectives, in %4 of %5 steps, because its host is in %6; the others wait %1 a step (%2) for it.</source>
        <translation>ランク %3 はホストが %6 の中にいるため、集団通信に最後に到着します（%5 ステップ中 %4 ステップ）。他のランクはこのランクを 1 ステップあたり %1（%2）待っています。</translation>
    </message>
    <message>
        <source>Give it rows that lie one behind the other (contiguous(), another memory format), a fused kernel made for it, or compile it.</source>
        <translation>連続した行を渡す（contiguous()、別のメモリ形式）か、専用の融合カーネルを使うか、コンパイルしてください。</translation>
    </message>
    <message>
        <source>Copy more at once, from memory near the device&apos;s bus, and not beside other copies over the same link.</source>
        <translation>一度にまとめて、デバイスのバスに近いメモリからコピーし、同じリンクの別のコピーと重ねないでください。</translation>
    </message>
    <message>
        <source>Copy from and to pinned memory (pin_memory=True): pageable memory goes through a buffer of the driver and reaches a sixth to a third of the link.</source>
        <translation>固定メモリ（pin_memory=True）との間でコピーしてください。ページング可能なメモリはドライバのバッファを経由するため、リンクの 6 分の 1 から 3 分の 1 しか出ません。</translation>
    </message>
    <message>
        <source>Copy from and to pinned memory: pageable memory goes through a buffer of the driver and reaches a sixth to a third of the link.</source>
        <translation>固定メモリとの間でコピーしてください。ページング可能なメモリはドライバのバッファを経由するため、リンクの 6 分の 1 から 3 分の 1 しか出ません。</translation>
    </message>
    <message>
        <source>See which way it went (NCCL_DEBUG=INFO): peer access switched off, PCIe or a socket instead of the link, too few channels; nccl-tests between the same ranks tells what the link gives.</source>
        <translation>どの経路を通ったかを確かめてください（NCCL_DEBUG=INFO）。ピアアクセスの無効化、リンクの代わりの PCIe やソケット、チャネル不足などが考えられます。同じランク間の nccl-tests でリンクの実力が分かります。</translation>
    </message>
    <message>
        <source>Its device computes longer before it comes: give the ranks equal work, or look at this device&apos;s clock and temperature.</source>
        <translation>到着までのデバイスの計算が長くなっています。ランクの仕事量を揃えるか、このデバイスのクロックと温度を確かめてください。</translation>
    </message>
    <message>
        <source>Its device waits longer for a batch: look at this rank&apos;s data, its workers and its disk.</source>
        <translation>デバイスがバッチを長く待っています。このランクのデータ、ワーカー、ディスクを確かめてください。</translation>
    </message>
    <message>
        <source>It copies longer before it comes: look at this device&apos;s link to its host, and at pinned memory.</source>
        <translation>到着までのコピーが長くなっています。このデバイスとホストのリンク、および固定メモリの利用を確かめてください。</translation>
    </message>
    <message>
        <source>See who held memory then, on the page Allocator snapshot. Recompute activations, take smaller micro-batches, shard or offload the optimizer&apos;s state, or keep less from step to step.</source>
        <translation>そのときメモリを保持していたものを「アロケータのスナップショット」のページで確かめてください。活性化の再計算、マイクロバッチの縮小、オプティマイザ状態の分割やオフロード、ステップ間で保持するものの削減が有効です。</translation>
    </message>
    <message>
        <source>Times and shares are of a step without its recorder, %1.</source>
        <translation>時間と割合は、記録の負荷を除いた 1 ステップ（%1）に対するものです。</translation>
    </message>
    <message>
        <source>resharded</source>
        <translation>再シャーディング</translation>
    </message>
    <message>
        <source>the same before</source>
        <translation>直前の同じ呼び出し</translation>
    </message>
    <message>
        <source>the same next</source>
        <translation>直後の同じ呼び出し</translation>
    </message>
    <message>
        <source>its longest other call</source>
        <translation>最も長い他の呼び出し</translation>
    </message>
    <message>
        <source>rows without a partner, gaps without a cause, parts below a thousandth of the step</source>
        <translation>対応する相手のない行、原因のない隙間、ステップの千分の一に満たない部分</translation>
    </message>
    <message>
        <source>the slower stage %1</source>
        <translation>遅いステージ %1</translation>
    </message>
    <message>
        <source>the slower rank %1</source>
        <translation>遅いランク %1</translation>
    </message>
    <message>
        <source>What recording cost %1 is not known; both steps are as recorded.</source>
        <translation>%1 の記録にかかった時間は分かりません。両方のステップは記録されたままの値です。</translation>
    </message>
    <message>
        <source>Open the files of the other ranks of %1 as well: without them waiting for ranks cannot be told from communication (%2: %3).</source>
        <translation>%1 の他のランクのファイルも開いてください。それらがないと、ランクの待ち時間と通信を区別できません（%2: %3）。</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>copying</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>stage %1 does more than the others, which wait for it</source>
        <translation>ステージ %1 の処理が他より多く、他はそれを待っています</translation>
    </message>
    <message>
        <source>%1 lacks the files of %2 ranks: what its ranks wait for them looks like communication.</source>
        <translation>%1 には %2 個のランクのファイルがありません。それらを待つ時間は通信のように見えます。</translation>
    </message>
    <message>
        <source>What other findings tell of it is not counted here.</source>
        <translation>他の項目が示す分はここに含みません。</translation>
    </message>
    <message>
        <source>Two sides against each other; plans side by side</source>
        <translation>二つを突き合わせた比較、計画を並べた比較</translation>
    </message>
    <message>
        <source>One step, one ruler</source>
        <translation>一つの物差しに並べたステップ</translation>
    </message>
    <message>
        <source>%1: job %2</source>
        <translation>%1: ジョブ %2</translation>
    </message>
    <message>
        <source>%1: job %2, rank %3</source>
        <translation>%1: ジョブ %2、ランク %3</translation>
    </message>
    <message>
        <source>%1: rank %2</source>
        <translation>%1: ランク %2</translation>
    </message>
    <message>
        <source>Plan: %1, %2</source>
        <translation>計画: %1、%2</translation>
    </message>
    <message>
        <source>Plan put aside: %1</source>
        <translation>取り置いた計画: %1</translation>
    </message>
    <message>
        <source>Plan: %1</source>
        <translation>計画: %1</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>実行: %1</translation>
    </message>
    <message>
        <source>Simulated: %1</source>
        <translation>シミュレーション：%1</translation>
    </message>
    <message>
        <source>Plan as the run is</source>
        <translation>計画を実行に合わせる</translation>
    </message>
    <message>
        <source>%1, not sure</source>
        <translation>%1 (確かではない)</translation>
    </message>
    <message>
        <source>slower stage %1</source>
        <translation>遅いステージ %1</translation>
    </message>
    <message>
        <source>slower rank %1</source>
        <translation>遅いランク %1</translation>
    </message>
    <message>
        <source>Both steps&apos; bars are cut: they begin at %1.</source>
        <translation>両方のステップの棒は途中から描かれ、%1 から始まります。</translation>
    </message>
    <message>
        <source>B: host</source>
        <translation>B: ホスト</translation>
    </message>
    <message>
        <source>A: host</source>
        <translation>A: ホスト</translation>
    </message>
    <message>
        <source>B: device</source>
        <translation>B: デバイス</translation>
    </message>
    <message>
        <source>A: device</source>
        <translation>A: デバイス</translation>
    </message>
    <message>
        <source>Calibrate with %1</source>
        <translation>%1 で較正</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>わかったこと</translation>
    </message>
    <message>
        <source>Since step</source>
        <translation>始まりのステップ</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>わかったこと</translation>
    </message>
    <message>
        <source>The plan: %1 a step, at most %2</source>
        <translation>計画: 1 ステップ %1、最大 %2</translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation>%1、ステップ %2: %3</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <comment>a tab: what a faster step costs in quality</comment>
        <translation>精度</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>追跡</translation>
    </message>
    <message>
        <source>residuals</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>embedding and output</source>
        <translation>埋め込みと出力</translation>
    </message>
    <message>
        <source>By place in the layer</source>
        <translation>層の中の場所ごと</translation>
    </message>
    <message>
        <source>By kind of work</source>
        <translation>仕事の種類ごと</translation>
    </message>
    <message>
        <source>Most of it</source>
        <translation>主なもの</translation>
    </message>
    <message>
        <source>Devices that are each other&apos;s</source>
        <translation>対応するデバイス</translation>
    </message>
    <message>
        <source>Rank of A</source>
        <translation>A のランク</translation>
    </message>
    <message>
        <source>Device of A</source>
        <translation>A のデバイス</translation>
    </message>
    <message>
        <source>Steps of A</source>
        <translation>A のステップ数</translation>
    </message>
    <message>
        <source>Warm-up of A</source>
        <translation>A の暖機</translation>
    </message>
    <message>
        <source>Rank of B</source>
        <translation>B のランク</translation>
    </message>
    <message>
        <source>Device of B</source>
        <translation>B のデバイス</translation>
    </message>
    <message>
        <source>Steps of B</source>
        <translation>B のステップ数</translation>
    </message>
    <message>
        <source>Warm-up of B</source>
        <translation>B の暖機</translation>
    </message>
    <message>
        <source>operator and shape</source>
        <translation>演算子と形</translation>
    </message>
    <message>
        <source>pass, class and shape</source>
        <translation>パスと種類と形</translation>
    </message>
    <message>
        <source>pass and class</source>
        <translation>パスと種類</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>A だけ</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>B だけ</translation>
    </message>
    <message>
        <source>How operations found each other</source>
        <translation>演算の対応の付き方</translation>
    </message>
    <message>
        <source>By</source>
        <translation>基準</translation>
    </message>
    <message>
        <source>What the plan can learn</source>
        <translation>計画が学べること</translation>
    </message>
    <message>
        <source>Assumption</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Was</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>Run says</source>
        <translation>実行では</translation>
    </message>
    <message>
        <source>waiting for its launch, a kernel</source>
        <translation>カーネルあたりの起動待ち</translation>
    </message>
    <message>
        <source>pause behind a kernel</source>
        <translation>カーネルの後の間</translation>
    </message>
    <message>
        <source>rate of matrix products</source>
        <translation>行列積の速さ</translation>
    </message>
    <message>
        <source>attention, a step</source>
        <translation>アテンション、1 ステップ</translation>
    </message>
    <message>
        <source>element-wise work, a step</source>
        <translation>要素ごとの演算、1 ステップ</translation>
    </message>
    <message>
        <source>norms, a step</source>
        <translation>正規化、1 ステップ</translation>
    </message>
    <message>
        <source>optimizer, a step</source>
        <translation>オプティマイザー、1 ステップ</translation>
    </message>
    <message>
        <source>exposed all-reduce, a step</source>
        <translation>隠れない all-reduce、1 ステップ</translation>
    </message>
    <message>
        <source>exposed all-gather, a step</source>
        <translation>隠れない all-gather、1 ステップ</translation>
    </message>
    <message>
        <source>exposed reduce-scatter, a step</source>
        <translation>隠れない reduce-scatter、1 ステップ</translation>
    </message>
    <message>
        <source>exposed all-to-all, a step</source>
        <translation>隠れない all-to-all、1 ステップ</translation>
    </message>
    <message>
        <source>exposed sends and receives, a step</source>
        <translation>隠れない送受信、1 ステップ</translation>
    </message>
    <message>
        <source>links between devices</source>
        <translation>デバイス間のリンク</translation>
    </message>
    <message>
        <source>%1 costs less up to %2 USD a device and hour.</source>
        <translation>%1 は 1 デバイス 1 時間 %2 USD までなら安くなります。</translation>
    </message>
    <message>
        <source>%1 would cost less below %2 USD a device and hour.</source>
        <translation>%1 は 1 デバイス 1 時間 %2 USD 未満なら安くなります。</translation>
    </message>
    <message>
        <source>The network does not decide: even a sixty-fourth of it changes nothing.</source>
        <translation>ネットワークは決め手ではありません。64 分の 1 でも変わりません。</translation>
    </message>
    <message>
        <source>With less than %1 of its network %2 is not taken any more.</source>
        <translation>ネットワークが %1 倍を下回ると、%2 は選ばれなくなります。</translation>
    </message>
    <message>
        <source>It holds down to a global batch of %1 (now %2).</source>
        <translation>グローバルバッチ %1 まで成り立ちます（現在 %2）。</translation>
    </message>
    <message>
        <source>It holds as long as steps reach %1 % of the peak (now %2 %).</source>
        <translation>ステップがピークの %1 % に達する限り成り立ちます（現在 %2 %）。</translation>
    </message>
    <message>
        <source>It holds as long as %1 % of the time is progress (taken: %2 %).</source>
        <translation>時間の %1 % が学習の進む時間である限り成り立ちます（仮定 %2 %）。</translation>
    </message>
    <message>
        <source>%1 would end in time with %2 devices (%3 days).</source>
        <translation>%1 は %2 デバイスなら期限に間に合います（%3 日）。</translation>
    </message>
    <message>
        <source>%1 days (%2 to %3)</source>
        <translation>%1 日（%2 ～ %3）</translation>
    </message>
    <message>
        <source>deadline: %1 days</source>
        <translation>期限: %1 日</translation>
    </message>
    <message>
        <source>Days of training by scenario, with the 80 % range</source>
        <translation>シナリオごとの学習日数と 80 % 範囲</translation>
    </message>
    <message>
        <source>%1: a step of %2 s (%3 to %4); %5.</source>
        <translation>%1: 1 ステップ %2 秒（%3 ～ %4）、%5。</translation>
    </message>
    <message>
        <source>Goodput: interruptions as a Poisson process, checkpoints at Young&apos;s interval, and the rest as published trainings told of it (docs/study.md).</source>
        <translation>実効率: 中断はポアソン過程、チェックポイントは Young の間隔、残りは公表された学習によります（docs/study.md）。</translation>
    </message>
    <message>
        <source>near %1: %2 on %3 %4 (%5)</source>
        <translation>%1 に近いもの: %2、%4 を %3（%5）</translation>
    </message>
    <message>
        <source>%1, %2 tokens</source>
        <translation>%1、%2 トークン</translation>
    </message>
    <message>
        <source>, in %1 days</source>
        <translation>、%1 日以内</translation>
    </message>
    <message>
        <source>, for %1</source>
        <translation>、%1 以内</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>何が決定を変えるか</translation>
    </message>
    <message>
        <source>Risks</source>
        <translation>リスク</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Shardscope %1, %2; study %3.</source>
        <translation>Shardscope %1、%2、検討 %3。</translation>
    </message>
    <message>
        <source>yes, at both ends of its range</source>
        <translation>はい（範囲の両端で）</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>おそらく</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>条件を守る</translation>
    </message>
    <message>
        <source>whether deadline and budget are kept, with the ranges of time and money</source>
        <translation>期限と予算を守るか（時間と費用の範囲を含む）</translation>
    </message>
    <message>
        <source>interruptions, checkpoints and what else holds trainings up are in it</source>
        <translation>中断、チェックポイント、その他の停滞を含む</translation>
    </message>
    <message>
        <source>lower end of the 80 % range</source>
        <translation>80 % 範囲の下端</translation>
    </message>
    <message>
        <source>upper end of the 80 % range</source>
        <translation>80 % 範囲の上端</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>spare devices are paid for</source>
        <translation>予備のデバイスの費用を含む</translation>
    </message>
    <message>
        <source>share of the time that is progress</source>
        <translation>時間のうち学習が進む割合</translation>
    </message>
    <message>
        <source>of all devices, while it goes on</source>
        <translation>全デバイスの合計、学習が進んでいる間</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>ピークに対する割合</translation>
    </message>
    <message>
        <source>model FLOPs over the devices&apos; peak</source>
        <translation>モデルの FLOP をデバイスのピークで割ったもの</translation>
    </message>
    <message>
        <source>cannot be asked</source>
        <translation>計算できません</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>What goodput rests on</source>
        <translation>実効率の根拠</translation>
    </message>
    <message>
        <source>Between interruptions</source>
        <translation>中断の間隔</translation>
    </message>
    <message>
        <source>of the whole job</source>
        <translation>ジョブ全体の</translation>
    </message>
    <message>
        <source>Writing it</source>
        <translation>その書き込み</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>間隔</translation>
    </message>
    <message>
        <source>of work between two: Young&apos;s</source>
        <translation>二つの間の作業時間（Young の式）</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Interruptions leave</source>
        <translation>中断の後に残る割合</translation>
    </message>
    <message>
        <source>Other things leave</source>
        <translation>その他の後に残る割合</translation>
    </message>
    <message>
        <source>evaluations, upkeep, people</source>
        <translation>評価、保守、人手</translation>
    </message>
    <message>
        <source>Goodput at least</source>
        <translation>実効率の下端</translation>
    </message>
    <message>
        <source>Goodput at most</source>
        <translation>実効率の上端</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>検討</translation>
    </message>
    <message>
        <source>No scenario can run this job.</source>
        <translation>このジョブを実行できるシナリオはありません。</translation>
    </message>
    <message>
        <source>No scenario keeps to what is asked; the closest is %1 with %2</source>
        <translation>条件を守るシナリオはありません。最も近いのは %1 で、%2</translation>
    </message>
    <message>
        <source>Take %1: the cheapest that holds, %2, %3.</source>
        <translation>%1 を選びます。条件を守るうち最も安く、%2、%3 です。</translation>
    </message>
    <message>
        <source>Take %1: the fastest that holds, %2.</source>
        <translation>%1 を選びます。条件を守るうち最も速く、%2 です。</translation>
    </message>
    <message>
        <source>%1 would take %2 and cost %3.</source>
        <translation>%1 は %2、費用は %3 です。</translation>
    </message>
    <message>
        <source>%1 would take %2.</source>
        <translation>%1 は %2 です。</translation>
    </message>
    <message>
        <source>%1 does not hold the model: its fullest device would need %2 of %3.</source>
        <translation>%1 にはモデルが収まりません。最も埋まるデバイスは %3 のうち %2 を必要とします。</translation>
    </message>
    <message>
        <source>At the upper end of its range the training ends after %1 days, beyond the deadline of %2.</source>
        <translation>範囲の上端では学習は %1 日後に終わり、期限の %2 日を超えます。</translation>
    </message>
    <message>
        <source>At the upper end of its range it costs more than the budget.</source>
        <translation>範囲の上端では費用が予算を超えます。</translation>
    </message>
    <message>
        <source>Without a price nothing is known of the budget.</source>
        <translation>単価がないため、予算については分かりません。</translation>
    </message>
    <message>
        <source>No measured run of such a program on this machine is known: the step&apos;s range is that of specifications.</source>
        <translation>このマシンでこの種のプログラムを測った実行は知られていません。ステップの範囲は仕様からのものです。</translation>
    </message>
    <message>
        <source>The plan lies beyond the runs that its calibration saw: %1.</source>
        <translation>計画は較正に使われた実行の範囲の外にあります: %1。</translation>
    </message>
    <message>
        <source>Its memory is nearly full: it may not fit.</source>
        <translation>メモリがほぼ埋まっており、収まらないことがあります。</translation>
    </message>
    <message>
        <source>Of the time %1 % is taken as progress (%2 to %3 %): an interruption every %4 h, and %5 % of the rest for evaluations, upkeep and people. The range is that of published trainings; what holds for your machines, say in &quot;failures&quot;.</source>
        <translation>時間の %1 %（%2 ～ %3 %）を学習の進む時間と見ています。中断は %4 時間ごと、残りの %5 % は評価、保守、人手によるものです。範囲は公表された学習によります。お使いのマシンの値は &quot;failures&quot; に書いてください。</translation>
    </message>
    <message>
        <source>No spare devices are counted: a broken node then waits for its repair.</source>
        <translation>予備のデバイスは数えていません。壊れたノードは修理を待つことになります。</translation>
    </message>
    <message>
        <source>It rests on figures that nobody could check: %1.</source>
        <translation>誰も確かめられなかった数値に基づいています: %1。</translation>
    </message>
    <message>
        <source>Not said where the other ends of sends and receives are not known, and of matches by time; of low confidence where ranks are missing. A link is a reason where copies of the rank take longer: a collective lasts as long on every rank, so whose link holds it up is not said.</source>
        <translation>送受信の相手が分からないときと、時刻で対応づけたものについては示さない。ランクが足りないときは確度が低い。リンクを理由とするのは、そのランクのコピーが長いときに限る。集団通信はどのランクでも同じ長さになるため、だれのリンクが遅いかは示さない。</translation>
    </message>
    <message>
        <source>A status of NCCL&apos;s RAS (ncclras -f json); two of them, a while apart, to tell who is stuck.</source>
        <translation>NCCL RAS の状態 (ncclras -f json)。停止しているランクを見分けるには、間をおいた 2 回分。</translation>
    </message>
    <message>
        <source>Of low confidence where one status alone says that a rank is behind: it may only be late. Not said where counts grow from one status to the next. Ranks are those of the communicator.</source>
        <translation>1 回の状態だけでランクの遅れを示すときは確度が低い（遅いだけかもしれない）。次の状態までに回数が増えるときは示さない。ランクの番号はコミュニケータ内のもの。</translation>
    </message>
    <message>
        <source>Files of NCCL&apos;s profiler plugin or Inspector of several ranks of a communicator.</source>
        <translation>コミュニケータの複数ランクの、NCCL プロファイラプラグインまたは Inspector のファイル。</translation>
    </message>
    <message>
        <source>Always of low confidence: files hold calls that completed, and may have been written at different times.</source>
        <translation>常に確度が低い。ファイルは完了した呼び出しだけを含み、書かれた時刻が異なることがある。</translation>
    </message>
    <message>
        <source>No file is a dump of PyTorch&apos;s flight recorder (TORCH_NCCL_TRACE_BUFFER_SIZE) or a status of NCCL&apos;s RAS (ncclras -f json), and no rank&apos;s file ends behind the others&apos;.</source>
        <translation>PyTorch のフライトレコーダーのダンプ (TORCH_NCCL_TRACE_BUFFER_SIZE) も NCCL RAS の状態 (ncclras -f json) もなく、ほかより手前で終わるランクのファイルもありません。</translation>
    </message>
    <message>
        <source>All %1 ranks of %2 communicators answer and have launched the same collectives.</source>
        <translation>%2 個のコミュニケータの全 %1 ランクが応答し、同じ集合通信を発行しています。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks of communicator %3 are dead or do not answer: %4. NCCL has given up on their processes.</source>
        <translation>コミュニケータ %3 の %2 ランク中 %1 ランクが終了したか応答しません: %4。NCCL はそのプロセスへの接続をあきらめました。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks of communicator %3 do not answer: %4. Whoever meets them in a collective waits.</source>
        <translation>コミュニケータ %3 の %2 ランク中 %1 ランクが応答しません: %4。集合通信で出会うランクは待ち続けます。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks of communicator %3 are missing: %4 (&quot;?&quot;: NCCL does not say which).</source>
        <translation>コミュニケータ %3 の %2 ランク中 %1 ランクがいません: %4（「?」: どのランクかを NCCL は示していません）。</translation>
    </message>
    <message>
        <source>Rank %1 of communicator %2 reports an error of NCCL (ncclResult_t %3).</source>
        <translation>コミュニケータ %2 のランク %1 が NCCL のエラーを報告しています (ncclResult_t %3)。</translation>
    </message>
    <message>
        <source>Ranks of communicator %2 do not launch the same collectives: %3 by rank %1, %5 by rank %4. Such a collective never ends.</source>
        <translation>コミュニケータ %2 のランクが同じ集合通信を発行していません。ランク %1 は %3、ランク %4 は %5 です。このような集合通信は終わりません。</translation>
    </message>
    <message>
        <source>Rank %1 of communicator %2 is behind and nobody launched anything for %6: it is at %3, rank %4 waits at %5.</source>
        <translation>コミュニケータ %2 のランク %1 が遅れ、%6 の間だれも何も発行していません。ランク %1 は %3、ランク %4 は %5 で待っています。</translation>
    </message>
    <message>
        <source>Rank %1 of communicator %2 is behind: it is at %3, rank %4 at %5. One status does not tell late from stuck: ask again and open both.</source>
        <translation>コミュニケータ %2 のランク %1 が遅れています。ランク %1 は %3、ランク %4 は %5 です。1 回の状態だけでは遅れと停止を区別できません。もう一度問い合わせ、両方を開いてください。</translation>
    </message>
    <message>
        <source>The file of rank %1 ends at number %3 of communicator %2, others at %4: it came no further, or was written earlier.</source>
        <translation>ランク %1 のファイルはコミュニケータ %2 の %3 番で終わり、ほかは %4 番です。そこまでしか進まなかったか、先に書かれたかです。</translation>
    </message>
    <message>
        <source>Rank %1: of %2 calls of attention nothing tells whether the mask is causal, and all scores count: where it is, the work is about half.</source>
        <translation>ランク %1: アテンションの呼び出し %2 回は、マスクが因果的かどうかがどこにも示されていないため、すべてのスコアを数えています。因果的なら演算量は約半分です。</translation>
    </message>
    <message>
        <source>%3 of %4 ranks of communicator %5 are dead or do not answer: %6.</source>
        <translation>コミュニケータ %5 の %4 ランク中 %3 ランクが終了したか応答しません: %6。</translation>
    </message>
    <message>
        <source>%3 of %4 ranks of communicator %5 do not answer: %6.</source>
        <translation>コミュニケータ %5 の %4 ランク中 %3 ランクが応答しません: %6。</translation>
    </message>
    <message>
        <source>%3 of %4 ranks of communicator %5 are missing: %6 (&quot;?&quot;: NCCL does not say which).</source>
        <translation>コミュニケータ %5 の %4 ランク中 %3 ランクがいません: %6（「?」: どのランクかを NCCL は示していません）。</translation>
    </message>
    <message>
        <source>Rank %3 of communicator %4 reports an error of NCCL (ncclResult_t %5).</source>
        <translation>コミュニケータ %4 のランク %3 が NCCL のエラーを報告しています (ncclResult_t %5)。</translation>
    </message>
    <message>
        <source>The job hangs: ranks of communicator %4 do not launch the same collectives, %5 by rank %3 and %7 by rank %6.</source>
        <translation>ジョブがハングしています。コミュニケータ %4 のランクが同じ集合通信を発行していません。ランク %3 は %5、ランク %6 は %7 です。</translation>
    </message>
    <message>
        <source>The job hangs: rank %3 of communicator %4 is behind, at %5, rank %6 waits at %7, and nobody launched anything for %8.</source>
        <translation>ジョブがハングしています。コミュニケータ %4 のランク %3 が遅れて %5 にあり、ランク %6 は %7 で待ち、%8 の間だれも何も発行していません。</translation>
    </message>
    <message>
        <source>Rank %3 of communicator %4 is behind: it is at %5, rank %6 at %7.</source>
        <translation>コミュニケータ %4 のランク %3 が遅れています。ランク %3 は %5、ランク %6 は %7 です。</translation>
    </message>
    <message>
        <source>The file of rank %3 ends at number %5 of communicator %4, others at %6.</source>
        <translation>ランク %3 のファイルはコミュニケータ %4 の %5 番で終わり、ほかは %6 番です。</translation>
    </message>
    <message>
        <source>See why these processes died: their logs, memory that ran out, their node.</source>
        <translation>これらのプロセスが終了した理由を調べてください（ログ、メモリ不足、ノード）。</translation>
    </message>
    <message>
        <source>See whether these processes still run and what they do: a debugger, their logs, their node.</source>
        <translation>これらのプロセスが動いているか、何をしているかを調べてください（デバッガ、ログ、ノード）。</translation>
    </message>
    <message>
        <source>Ask again: ranks are missing for a moment while communicators are made and left. Those that stay missing died or hang.</source>
        <translation>もう一度問い合わせてください。コミュニケータの作成中と終了中は一時的にランクがいません。いないままのランクは終了したかハングしています。</translation>
    </message>
    <message>
        <source>Look at this rank&apos;s log (NCCL_DEBUG=WARN), its device and its network.</source>
        <translation>このランクのログ (NCCL_DEBUG=WARN)、デバイス、ネットワークを調べてください。</translation>
    </message>
    <message>
        <source>Look for what differs between these ranks: a branch, an input that ended. Dumps of PyTorch&apos;s flight recorder tell which call and from where.</source>
        <translation>これらのランクの違いを調べてください（分岐、尽きた入力）。PyTorch のフライトレコーダーのダンプは、どの呼び出しがどこからかを示します。</translation>
    </message>
    <message>
        <source>See what this rank&apos;s host does: an exception, input, a checkpoint, a branch that only it takes.</source>
        <translation>このランクのホストの動作を調べてください（例外、入力、チェックポイント、このランクだけの分岐）。</translation>
    </message>
    <message>
        <source>Ask again (ncclras -f json) and open both files: where counts do not grow, the job hangs.</source>
        <translation>もう一度問い合わせ (ncclras -f json)、両方のファイルを開いてください。回数が増えなければハングしています。</translation>
    </message>
    <message>
        <source>See whether its process ended earlier; else have all ranks write their files at the end.</source>
        <translation>プロセスが先に終わったかを調べてください。そうでなければ、全ランクのファイルを最後に書かせてください。</translation>
    </message>
    <message>
        <source>The phase takes %1 of a step.</source>
        <translation>フェーズは 1 ステップのうち %1 です。</translation>
    </message>
    <message>
        <source>A step takes %1; without its recorder %2.</source>
        <translation>1 ステップは %1、記録なしでは %2 です。</translation>
    </message>
    <message>
        <source>A step takes %1.</source>
        <translation>1 ステップは %1 です。</translation>
    </message>
    <message>
        <source>The recording takes %1.</source>
        <translation>記録の長さは %1 です。</translation>
    </message>
    <message>
        <source>Nothing was found that costs a hundredth of a step or more.</source>
        <translation>ステップの 100 分の 1 以上を費やすものは見つかりませんでした。</translation>
    </message>
    <message>
        <source>Of the phase</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>The phase&apos;s time</source>
        <translation>フェーズの時間</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Of an attention: causal (the scores that the mask leaves count), none, or not told (all count)</source>
        <translation>アテンションのマスク: causal（マスクが残すスコアだけを数える）、none、not told（すべて数える）</translation>
    </message>
    <message>
        <source>Collectives that each rank launched</source>
        <translation>各ランクが発行した集合通信</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>コミュニケータ</translation>
    </message>
    <message>
        <source>Within the communicator</source>
        <translation>コミュニケータ内の番号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>What NCCL&apos;s RAS says of it</source>
        <translation>NCCL RAS による状態</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>発行数</translation>
    </message>
    <message>
        <source>Last number</source>
        <translation>最後の番号</translation>
    </message>
    <message>
        <source>Of the last call in its file</source>
        <translation>ファイル内の最後の呼び出しの番号</translation>
    </message>
    <message>
        <source>What costs most</source>
        <translation>最も時間を費やすもの</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>What the recording tells otherwise</source>
        <translation>記録が別の値を示すもの</translation>
    </message>
    <message>
        <source>Coefficient</source>
        <translation>係数</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>low end of the 80 % interval</source>
        <translation>80 % 区間の下端</translation>
    </message>
    <message>
        <source>high end of the 80 % interval</source>
        <translation>80 % 区間の上端</translation>
    </message>
    <message>
        <source>What stays as it is</source>
        <translation>変わらないもの</translation>
    </message>
    <message>
        <source>What was left out of the fit, and how far it is met</source>
        <translation>当てはめから除外したものと、その誤差</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>除外したもの</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>以後</translation>
    </message>
    <message>
        <source>Kinds of work, a step</source>
        <translation>処理の種類（ステップごと）</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>without its recorder, where that is known</source>
        <translation>記録の負荷を除いた時間（わかる場合）</translation>
    </message>
    <message>
        <source>Not accepted: %1.</source>
        <translation>採用されませんでした：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Calibration “%1”: %n coefficients changed. What was left out of the fit is met to %2 (before: %3); %4 of the time on devices was matched.</source>
        <translation>
            <numerusform>較正「%1」：係数 %n 個が変わりました。当てはめから除外したものの誤差は %2（以前：%3）、デバイスの時間の %4 が対応付けられました。</numerusform>
        </translation>
    </message>
    <message>
        <source>empty: not recorded</source>
        <translation>空欄：記録されていない</translation>
    </message>
    <message>
        <source>of no recorded owner</source>
        <translation>持ち主が記録されていないもの</translation>
    </message>
    <message>
        <source>Memory over the step: the most in each twentieth</source>
        <translation>ステップ中のメモリ：20 等分した各区間の最大値</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>区間の終わり</translation>
    </message>
    <message>
        <source>What a rank sends in a step, by group</source>
        <translation>1 ステップで 1 ランクが送る量（グループ別）</translation>
    </message>
    <message>
        <source>Messages of A</source>
        <translation>A のメッセージ数</translation>
    </message>
    <message>
        <source>Messages of B</source>
        <translation>B のメッセージ数</translation>
    </message>
    <message>
        <source>In layers</source>
        <translation>該当する層</translation>
    </message>
    <message>
        <source>layer %1: </source>
        <translation>層 %1: </translation>
    </message>
    <message>
        <source>place in a layer</source>
        <translation>層の中の位置</translation>
    </message>
    <message>
        <source>no step is told</source>
        <translation>ステップが示されていない</translation>
    </message>
    <message>
        <source>%1, and %2 of the first</source>
        <translation>%1（最初の実行では %2）</translation>
    </message>
    <message>
        <source>Since %1 (run %2 of %3) a step takes %4 more: %5, and %6 before (+%7, %8 standard errors).</source>
        <translation>%1（%3 件中 %2 件目の実行）から、1 ステップが %4 長くなっています：以前は %6、以後は %5（+%7、標準誤差の %8 倍）。</translation>
    </message>
    <message>
        <source>Since %1 (run %2 of %3) a step takes %4 less: %5, and %6 before (−%7, %8 standard errors).</source>
        <translation>%1（%3 件中 %2 件目の実行）から、1 ステップが %4 短くなっています：以前は %6、以後は %5（−%7、標準誤差の %8 倍）。</translation>
    </message>
    <message>
        <source>The files do not tell which part of it.</source>
        <translation>そのどの部分かはファイルからは分かりません。</translation>
    </message>
    <message>
        <source>No part of it stands out.</source>
        <translation>目立った部分はありません。</translation>
    </message>
    <message>
        <source>Most of it: %1 %2.</source>
        <translation>大部分は%1 %2 です。</translation>
    </message>
    <message>
        <source>Most of it: %1 %2 (%3).</source>
        <translation>大部分は%1 %2 です（%3）。</translation>
    </message>
    <message>
        <source>Whether a step takes longer than it did is not known: there are too few runs, and too few steps in them, to tell how far they differ by themselves.</source>
        <translation>ステップが以前より長くなったかどうかは分かりません。実行とその中のステップが少なすぎて、もともとのばらつきが分からないためです。</translation>
    </message>
    <message>
        <source>No run differs from those before it by more than runs and steps differ by themselves: a step takes %1 to %2.</source>
        <translation>どの実行も、実行とステップのもともとのばらつき以上には前の実行と違いません：1 ステップは %1 から %2 です。</translation>
    </message>
    <message>
        <source>Runs over time</source>
        <translation>実行の推移</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Step as recorded</source>
        <translation>記録されたままのステップ</translation>
    </message>
    <message>
        <source>Without its recorder</source>
        <translation>記録器なし</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>標準誤差</translation>
    </message>
    <message>
        <source>Change to the run before</source>
        <translation>前の実行からの変化</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>メモリの最大値</translation>
    </message>
    <message>
        <source>Left out because</source>
        <translation>除外した理由</translation>
    </message>
    <message>
        <source>a.slice.id; NULL: the other side has nothing that it is</source>
        <translation>a.slice.id。NULL：相手側に対応するものがない</translation>
    </message>
    <message>
        <source>b.slice.id; NULL: likewise</source>
        <translation>b.slice.id。NULL：同上</translation>
    </message>
    <message>
        <source>the same for all rows of one line of the comparison, from 0, the line that differs most first</source>
        <translation>比較の 1 行に属するすべての行で同じ番号。0 から、差の大きい順</translation>
    </message>
    <message>
        <source>how they found each other: key (operator and shape), shape, class, or only_a and only_b</source>
        <translation>対応付けの方法：key（演算子と形状）、shape、class、または only_a と only_b</translation>
    </message>
    <message>
        <source>what the step is spent on: product, attention, all_reduce, …</source>
        <translation>ステップの時間の使い道：product、attention、all_reduce など</translation>
    </message>
    <message>
        <source>forward, recompute, backward, update; NULL: not told</source>
        <translation>forward、recompute、backward、update。NULL：示されていない</translation>
    </message>
    <message>
        <source>of the work</source>
        <translation>作業の種類</translation>
    </message>
    <message>
        <source>that both have; NULL: several, or not told</source>
        <translation>双方に共通の形状。NULL：複数あるか、示されていない</translation>
    </message>
    <message>
        <source>counted steps, from 0</source>
        <translation>数えたステップの番号（0 から）</translation>
    </message>
    <message>
        <source>duration of A&apos;s row, in ns</source>
        <translation>A の行の長さ（ns）</translation>
    </message>
    <message>
        <source>duration of B&apos;s row, in ns</source>
        <translation>B の行の長さ（ns）</translation>
    </message>
    <message>
        <source>of two runs: the work of devices, row by row, and what each is to the other&apos;s</source>
        <translation>2 つの実行について：デバイスの作業を 1 行ずつ、相手側の何に当たるか</translation>
    </message>
    <message>
        <source>At its fullest B holds %1, which is %2 (%3) more than A&apos;s %4.</source>
        <translation>B は最大で %1 を保持し、A の %4 より %2（%3）多くなります。</translation>
    </message>
    <message>
        <source>At its fullest B holds %1, which is %2 (%3) less than A&apos;s %4.</source>
        <translation>B は最大で %1 を保持し、A の %4 より %2（%3）少なくなります。</translation>
    </message>
    <message>
        <source>Most of it is of %1: %2 in A, %3 in B.</source>
        <translation>その大半は%1です。A は %2、B は %3。</translation>
    </message>
    <message>
        <source>A rank of B sends %1 a step, which is %2 (%3) more than A&apos;s %4.</source>
        <translation>B の 1 ランクは 1 ステップに %1 を送り、A の %4 より %2（%3）多くなります。</translation>
    </message>
    <message>
        <source>A rank of B sends %1 a step, which is %2 (%3) less than A&apos;s %4.</source>
        <translation>B の 1 ランクは 1 ステップに %1 を送り、A の %4 より %2（%3）少なくなります。</translation>
    </message>
    <message>
        <source>Slurm job</source>
        <translation>Slurm のジョブ</translation>
    </message>
    <message>
        <source>Kubernetes job</source>
        <translation>Kubernetes のジョブ</translation>
    </message>
    <message>
        <source>Megatron-LM arguments</source>
        <translation>Megatron-LM の引数</translation>
    </message>
    <message>
        <source>Megatron-Bridge overrides</source>
        <translation>Megatron-Bridge の上書き設定</translation>
    </message>
    <message>
        <source>torchtitan job</source>
        <translation>torchtitan のジョブ</translation>
    </message>
    <message>
        <source>DeepSpeed ds_config.json</source>
        <translation>DeepSpeed の ds_config.json</translation>
    </message>
    <message>
        <source>NeMo AutoModel recipe</source>
        <translation>NeMo AutoModel のレシピ</translation>
    </message>
    <message>
        <source>accelerate configuration</source>
        <translation>accelerate の設定</translation>
    </message>
    <message>
        <source>PopART session options</source>
        <translation>PopART のセッション設定</translation>
    </message>
    <message>
        <source>ASTRA-sim network and system</source>
        <translation>ASTRA-sim のネットワークとシステム</translation>
    </message>
    <message>
        <source>%1: %2 bytes for each parameter (%3), %4 of a device&apos;s state; %5 elements for each parameter are moved in a step</source>
        <translation>%1：1 パラメータあたり %2 バイト（%3）、1 台の状態は %4。1 ステップに 1 パラメータあたり %5 要素が移ります</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 バイト</translation>
    </message>
    <message>
        <source>%1 of state</source>
        <translation>状態 %1</translation>
    </message>
    <message>
        <source>fits: %1 in all</source>
        <translation>収まる：全部で %1</translation>
    </message>
    <message>
        <source>does not fit: %1</source>
        <translation>収まらない：%1</translation>
    </message>
    <message>
        <source>moves %1 Ψ</source>
        <translation>移動 %1 Ψ</translation>
    </message>
    <message>
        <source>A device holds %1 at most.</source>
        <translation>1 台が持てるのは最大 %1 です。</translation>
    </message>
    <message>
        <source>optimizer, master weights</source>
        <translation>オプティマイザ、マスター重み</translation>
    </message>
    <message>
        <source>Open a lesson, NAME or NAME:STEP, or a lesson&apos;s file; with --out: its page as a picture, or the lesson as a handout (.html)</source>
        <translation>授業を開く：NAME、NAME:STEP、または授業のファイル。--out とともに：そのページの画像、または配布資料（.html）</translation>
    </message>
    <message>
        <source>Devices, coloured by the pipeline&apos;s stage</source>
        <translation>デバイス（パイプラインのステージで色分け）</translation>
    </message>
    <message>
        <source>Bytes for each parameter at each stage of ZeRO</source>
        <translation>ZeRO の各段階での、1 パラメータあたりのバイト数</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学ぶ</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>授業</translation>
    </message>
    <message>
        <source>Plans evaluated</source>
        <translation>評価した計画</translation>
    </message>
    <message>
        <source>Figures asked</source>
        <translation>確かめた数値</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>分</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>ねらい</translation>
    </message>
    <message>
        <source>State of a device at each stage of ZeRO</source>
        <translation>ZeRO の各段階で 1 台が持つ状態</translation>
    </message>
    <message>
        <source>bytes for each parameter</source>
        <translation>1 パラメータあたりのバイト数</translation>
    </message>
    <message>
        <source>with everything else a device holds</source>
        <translation>デバイスが持つほかのものも含めて</translation>
    </message>
    <message>
        <source>elements for each parameter between replicas in a step</source>
        <translation>1 ステップにレプリカ間を移る、1 パラメータあたりの要素数</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days, short</comment>
        <translation>%1 日</translation>
    </message>
    <message>
        <source>Bars: likely days of the whole training. Lines: the 80 % range.</source>
        <translation>棒: 学習全体の見込み日数。線: 80 % の範囲。</translation>
    </message>
    <message>
        <source>budget: %1</source>
        <translation>予算: %1</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>日数</translation>
    </message>
    <message>
        <source>Crosses: the 80 % ranges. The line joins those that no other beats in both.</source>
        <translation>十字: 80 % の範囲。線は、両方で他に負けないシナリオを結びます。</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 の価格</translation>
    </message>
    <message>
        <source>Network of %1</source>
        <translation>%1 のネットワーク</translation>
    </message>
    <message>
        <source>Devices of %1</source>
        <translation>%1 のデバイス数</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>現在 %1</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>現在の値</translation>
    </message>
    <message>
        <source>Each bar ends at the value at which the decision changes; the shortest is the most delicate.</source>
        <translation>各棒の端は、決定が変わる値です。短い棒ほど余裕がありません。</translation>
    </message>
    <message>
        <source>As a factor</source>
        <translation>倍率</translation>
    </message>
    <message>
        <source>of what holds now</source>
        <translation>現在の値に対して</translation>
    </message>
    <message>
        <source>price of a device and hour</source>
        <translation>デバイス一台一時間の価格</translation>
    </message>
    <message>
        <source>network between nodes</source>
        <translation>ノード間のネットワーク</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>share of peak</source>
        <translation>ピークに対する割合</translation>
    </message>
    <message>
        <source>goodput</source>
        <translation>実効率</translation>
    </message>
    <message>
        <source>Solve a study and write its memo into the file of --out: .pdf (two pages A4) or .html; needs no display</source>
        <translation>検討を解き、メモを --out のファイルに書く: .pdf（A4 二ページ）または .html。ディスプレイは不要</translation>
    </message>
    <message>
        <source>File of the picture: .svg, .png or .pdf; of the memo: .pdf or .html</source>
        <translation>画像のファイル: .svg、.png、.pdf。メモのファイル: .pdf、.html</translation>
    </message>
    <message>
        <source>A study of several scenarios, with the decision</source>
        <translation>複数のシナリオの検討と、その決定</translation>
    </message>
    <message>
        <source>Money and days of each scenario</source>
        <translation>各シナリオの費用と日数</translation>
    </message>
    <message>
        <source>Days of each scenario</source>
        <translation>各シナリオの日数</translation>
    </message>
    <message>
        <source>What would change the decision</source>
        <translation>決定を変えるもの</translation>
    </message>
    <message>
        <source>What each reaches</source>
        <translation>到達する性能</translation>
    </message>
    <message>
        <source>How each would run</source>
        <translation>それぞれの実行方法</translation>
    </message>
    <message>
        <source>Nearest measured runs</source>
        <translation>最も近い実測</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>%2 ページ中 %1 ページ</translation>
    </message>
    <message>
        <source>Model %1; machines: %2; ranges are those of 80 %.</source>
        <translation>モデル: %1。マシン: %2。範囲は 80 %。</translation>
    </message>
    <message>
        <source>Study: %1.</source>
        <translation>検討: %1。</translation>
    </message>
    <message>
        <source>Change the study</source>
        <translation>検討の変更</translation>
    </message>
    <message>
        <source>being solved</source>
        <translation>計算中</translation>
    </message>
    <message>
        <source>of work between two checkpoints</source>
        <translation>二つのチェックポイントの間の作業時間</translation>
    </message>
    <message>
        <source>Nearest measured run</source>
        <translation>最も近い実測</translation>
    </message>
    <message>
        <source>Three ranks or more that compute, of which one takes over a fifth more than the median of the others in most steps that count, or the same fewer than half do together; the warm-up is none.</source>
        <translation>計算するランクが 3 つ以上あり、数えるステップの過半で、1 つのランクがほかの中央値より 2 割以上長く計算していること、または半数未満の同じランクがそろってそうであること。ウォームアップは数えません。</translation>
    </message>
    <message>
        <source>Collectives of ranks on one clock, matched by number or order: the others wait for one rank, or for the same fewer than half, in most steps, and for more than half of all waiting. Why one is late is told by what of its step is longer.</source>
        <translation>同じ時計のランクどうしの、番号か順序で対応づけた集団通信。過半のステップで、ほかのランクが 1 つのランク、または半数未満の同じランクを待ち、それが待ち時間全体の半分を超えること。遅れる理由は、そのランクのステップのうち何が長いかで示します。</translation>
    </message>
    <message>
        <source>The same holds, in the same steps, of these ranks: %1.</source>
        <translation>次のランクも、同じステップで同様です: %1。</translation>
    </message>
    <message>
        <source>Ranks %3 compute up to %4 times as long as the median of the others, in %5 of %6 steps; the others wait %1 a step (%2) for them.</source>
        <translation>ランク %3 の計算時間は、%6 ステップ中 %5 ステップで、ほかのランクの中央値の最大 %4 倍です。ほかのランクは 1 ステップに %1（%2）待たされています。</translation>
    </message>
    <message>
        <source>Ranks %3 come last to collectives together, in %4 of %5 steps; the others wait %1 a step (%2) for them.</source>
        <translation>ランク %3 は、%5 ステップ中 %4 ステップで、そろって最後に集団通信に到着します。ほかのランクは 1 ステップに %1（%2）待たされています。</translation>
    </message>
    <message>
        <source>Ranks %3 come last to collectives together, in %4 of %5 steps, because their host is in %6; the others wait %1 a step (%2) for them.</source>
        <translation>ランク %3 は、ホストが %6 を実行しているため、%5 ステップ中 %4 ステップで、そろって最後に集団通信に到着します。ほかのランクは 1 ステップに %1（%2）待たされています。</translation>
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
    <message>
        <source>Rank unknown</source>
        <translation>ランク不明</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>アクセラレータ</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>No place in the mesh</source>
        <translation>メッシュ上の位置なし</translation>
    </message>
    <message>
        <source>Pipeline stage %1</source>
        <translation>パイプラインステージ %1</translation>
    </message>
    <message>
        <source>Tensor shard %1</source>
        <translation>テンソルシャード %1</translation>
    </message>
    <message>
        <source>Replica %1</source>
        <translation>レプリカ %1</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（名前なし）</translation>
    </message>
    <message>
        <source>Job %1</source>
        <translation>ジョブ %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 の %1</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>option of %1</source>
        <translation>%1 のオプション</translation>
    </message>
    <message>
        <source>verb</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>ツール</translation>
    </message>
    <message>
        <source>table</source>
        <translation>テーブル</translation>
    </message>
    <message>
        <source>it has no embedding tables</source>
        <translation>埋め込みテーブルがありません</translation>
    </message>
    <message>
        <source>a file name without .csv or .json</source>
        <translation>.csv も .json も付かないファイル名</translation>
    </message>
    <message>
        <source>a cluster beside a cluster</source>
        <translation>クラスタに重ねて指定したクラスタ</translation>
    </message>
    <message>
        <source>name the hardware that shards the tables</source>
        <translation>表を分割するハードウェアを指定してください</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>a name or an object</source>
        <translation>名前またはオブジェクト</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>case</source>
        <translation>ケース</translation>
    </message>
    <message>
        <source>a pipe</source>
        <translation>パイプ</translation>
    </message>
    <message>
        <source>it can be read only once: write it to a file first</source>
        <translation>一度しか読めません。先にファイルへ書き出してください</translation>
    </message>
    <message>
        <source>JSON without a key that tells what it is</source>
        <translation>種類を示すキーのない JSON</translation>
    </message>
    <message>
        <source>train_batch_size %1 and %2 x %3 on %4 GPUs</source>
        <translation>train_batch_size %1 と、%4 GPU での %2 x %3</translation>
    </message>
    <message>
        <source>micro-batch x steps</source>
        <translation>マイクロバッチ x ステップ</translation>
    </message>
    <message>
        <source>a ds_config of tensor, pipeline or context parallelism</source>
        <translation>テンソル、パイプライン、コンテキスト並列の ds_config</translation>
    </message>
    <message>
        <source>the model&apos;s own code divides it; export megatron says how</source>
        <translation>分割するのはモデル自身のコードです。export megatron が方法を示します</translation>
    </message>
    <message>
        <source>these shard degrees</source>
        <translation>これらの分割数</translation>
    </message>
    <message>
        <source>DeepSpeed knows the stages 0 to 3 of ZeRO</source>
        <translation>DeepSpeed が持つのは ZeRO のステージ 0 から 3 です</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s arguments</source>
        <translation>Megatron-LM の引数</translation>
    </message>
    <message>
        <source>the model is no transformer</source>
        <translation>モデルが Transformer ではありません</translation>
    </message>
    <message>
        <source>this plan in Megatron-LM</source>
        <translation>Megatron-LM でのこの計画</translation>
    </message>
    <message>
        <source>it has no phases, offloaded weights or encoder-decoder models here</source>
        <translation>フェーズ、重みのオフロード、エンコーダ・デコーダのモデルはここでは書き出せません</translation>
    </message>
    <message>
        <source>a machine of %1 devices</source>
        <translation>%1 デバイスのマシン</translation>
    </message>
    <message>
        <source>ASTRA-sim&apos;s levels must divide it</source>
        <translation>ASTRA-sim の階層で割り切れる必要があります</translation>
    </message>
    <message>
        <source>a network of one device</source>
        <translation>1 デバイスのネットワーク</translation>
    </message>
    <message>
        <source>there is nothing to simulate</source>
        <translation>シミュレーションするものがありません</translation>
    </message>
    <message>
        <source>the devices of a replica</source>
        <translation>レプリカのデバイス数</translation>
    </message>
    <message>
        <source>a PersiaJob asks for a cluster of roles</source>
        <translation>PersiaJob には役割のクラスタが要ります</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>クラスタ</translation>
    </message>
    <message>
        <source>calibration</source>
        <translation>較正</translation>
    </message>
    <message>
        <source>samples_per_second</source>
        <translation>毎秒のサンプル数</translation>
    </message>
    <message>
        <source>sequence_length</source>
        <translation>シーケンス長</translation>
    </message>
    <message>
        <source>tokens_per_second</source>
        <translation>毎秒のトークン数</translation>
    </message>
    <message>
        <source>hardware_flops_per_device</source>
        <translation>デバイスあたりの実行 FLOP/s</translation>
    </message>
    <message>
        <source>model_flops_per_device</source>
        <translation>デバイスあたりのモデル FLOP/s</translation>
    </message>
    <message>
        <source>hardware_flops_utilization</source>
        <translation>ハードウェア FLOP 利用率（HFU）</translation>
    </message>
    <message>
        <source>model_flops_utilization</source>
        <translation>モデル FLOP 利用率（MFU）</translation>
    </message>
    <message>
        <source>global_batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>hardware_flops_per_second</source>
        <translation>実行 FLOP/s</translation>
    </message>
    <message>
        <source>model_flops_per_second</source>
        <translation>モデル FLOP/s</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>context</source>
        <translation>コンテキストの分割数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>report</source>
        <translation>レポート</translation>
    </message>
    <message>
        <source>this layout</source>
        <translation>この配置</translation>
    </message>
    <message>
        <source>phased execution</source>
        <translation>段階的実行</translation>
    </message>
    <message>
        <source>%1 has no larger memory</source>
        <translation>%1 にはより大きいメモリがありません</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>the model is a recommender</source>
        <translation>モデルは推薦モデルです</translation>
    </message>
    <message>
        <source>PERSIA trains recommendation models</source>
        <translation>PERSIA は推薦モデルを学習します</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true または false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>the search of plans for %1</source>
        <translation>%1 の計画の探索</translation>
    </message>
    <message>
        <source>parameter servers hold the tables of recommendation models</source>
        <translation>パラメータサーバは推薦モデルのテーブルを持つものです</translation>
    </message>
    <message>
        <source>it has no embedding tables to place</source>
        <translation>配置する埋め込みテーブルがありません</translation>
    </message>
    <message>
        <source>1 objective</source>
        <translation>目的 1 つ</translation>
    </message>
    <message>
        <source>3 objectives</source>
        <translation>目的 3 つ</translation>
    </message>
    <message>
        <source>comparing a model or hardware description</source>
        <translation>モデルやハードウェアの記述の比較</translation>
    </message>
    <message>
        <source>compare takes plans, traces and folders of traces</source>
        <translation>compare が取るのは計画、トレース、トレースのフォルダです</translation>
    </message>
    <message>
        <source>a run, of which one rank is meant</source>
        <translation>ランクを 1 つ選ぶ実行記録</translation>
    </message>
    <message>
        <source>a plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>ready-made query</source>
        <translation>用意されたクエリ</translation>
    </message>
    <message>
        <source>calibrating on this recording</source>
        <translation>この記録での較正</translation>
    </message>
    <message>
        <source>it must hold steps and the kernels of a device</source>
        <translation>ステップとデバイスのカーネルを含む必要があります</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>ハードウェア</translation>
    </message>
    <message>
        <source>place in this file</source>
        <translation>このファイル内の場所</translation>
    </message>
    <message>
        <source>shares that do not add up to 1</source>
        <translation>割合の合計が 1 になりません</translation>
    </message>
    <message>
        <source>%1 x, %2 y</source>
        <translation>x が %1 個、y が %2 個</translation>
    </message>
    <message>
        <source>x does not ascend from above 0</source>
        <translation>x が 0 より大きい値から昇順に並んでいません</translation>
    </message>
    <message>
        <source>two ascending numbers</source>
        <translation>昇順の 2 つの数</translation>
    </message>
    <message>
        <source>the tier &quot;%1&quot; twice</source>
        <translation>階層 &quot;%1&quot; が 2 度あります</translation>
    </message>
    <message>
        <source>the level &quot;%1&quot; twice</source>
        <translation>段 &quot;%1&quot; が 2 度あります</translation>
    </message>
    <message>
        <source>an object of more than %1 keys</source>
        <translation>キーが %1 個を超えるオブジェクト</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; stands twice in one object</source>
        <translation>キー &quot;%1&quot; が同じオブジェクトに 2 度あります</translation>
    </message>
    <message>
        <source>text without NUL bytes</source>
        <translation>NUL バイトを含まないテキスト</translation>
    </message>
    <message>
        <source>object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>array</source>
        <translation>配列</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>text with a unit</source>
        <translation>単位付きのテキスト</translation>
    </message>
    <message>
        <source>it is a pipe that nobody writes to</source>
        <translation>誰も書き込んでいないパイプです</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>no value begins here</source>
        <translation>ここで始まる値がありません</translation>
    </message>
    <message>
        <source>YAML aliases</source>
        <translation>YAML のエイリアス</translation>
    </message>
    <message>
        <source>write the value out</source>
        <translation>値をそのまま書いてください</translation>
    </message>
    <message>
        <source>a map of more than %1 keys</source>
        <translation>キーが %1 個を超えるマップ</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; stands twice in one map</source>
        <translation>キー &quot;%1&quot; が同じ写像に 2 度あります</translation>
    </message>
    <message>
        <source>text as key</source>
        <translation>キーとしてのテキスト</translation>
    </message>
    <message>
        <source>%1 sizes for %2 features</source>
        <translation>特徴量 %2 個に対して大きさが %1 個</translation>
    </message>
    <message>
        <source>cross-attention in gpt2</source>
        <translation>gpt2 のクロスアテンション</translation>
    </message>
    <message>
        <source>only t5 is read as encoder and decoder</source>
        <translation>エンコーダ・デコーダとして読むのは t5 だけです</translation>
    </message>
    <message>
        <source>cross-attention in bert</source>
        <translation>bert のクロスアテンション</translation>
    </message>
    <message>
        <source>relative positions in bert</source>
        <translation>bert の相対位置</translation>
    </message>
    <message>
        <source>transformers 5 builds absolute ones only</source>
        <translation>transformers 5 は絶対位置だけを作ります</translation>
    </message>
    <message>
        <source>a list of %1 where two are meant</source>
        <translation>2 個であるべき所に %1 個のリスト</translation>
    </message>
    <message>
        <source>layer before it in this block</source>
        <translation>このブロック内でそれより前の層</translation>
    </message>
    <message>
        <source>an add of two different shapes</source>
        <translation>形の異なる 2 つの加算</translation>
    </message>
    <message>
        <source>a kernel larger than what it slides over</source>
        <translation>対象より大きいカーネル</translation>
    </message>
    <message>
        <source>a memory of another width</source>
        <translation>幅の異なるメモリ</translation>
    </message>
    <message>
        <source>one YAML document is wanted, and %1 are there</source>
        <translation>YAML 文書は 1 つのはずですが、%1 個あります</translation>
    </message>
    <message>
        <source>YAML without slots_config, common_config or kind: PersiaJob</source>
        <translation>slots_config、common_config、kind: PersiaJob のいずれもない YAML</translation>
    </message>
    <message>
        <source>YAML without kind: PersiaJob</source>
        <translation>kind: PersiaJob のない YAML</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 個の表</translation>
    </message>
    <message>
        <source>two tables are named &quot;%1&quot;</source>
        <translation>&quot;%1&quot; という名前の表が 2 つあります</translation>
    </message>
    <message>
        <source>1e18 parameters</source>
        <translation>1e18 パラメータ</translation>
    </message>
    <message>
        <source>the dot interaction needs vectors of one width, and table &quot;%1&quot; has %2 where the bottom MLP ends in %3</source>
        <translation>内積の相互作用には同じ幅のベクトルが必要ですが、表 &quot;%1&quot; は %2、下段 MLP の出力は %3 です</translation>
    </message>
    <message>
        <source>the number of a device</source>
        <translation>デバイスの番号</translation>
    </message>
    <message>
        <source>a sharding, a kernel or a device</source>
        <translation>分割、カーネル、またはデバイス</translation>
    </message>
    <message>
        <source>10^9 devices in all</source>
        <translation>全体で 10^9 デバイス</translation>
    </message>
    <message>
        <source>tensor_second above 1 and sequence_parallel exclude each other</source>
        <translation>1 を超える tensor_second と sequence_parallel は同時に使えません</translation>
    </message>
    <message>
        <source>partitioned_activations needs recompute full</source>
        <translation>partitioned_activations には recompute full が必要です</translation>
    </message>
    <message>
        <source>expert above 1 needs a model with experts</source>
        <translation>1 を超える expert にはエキスパートを持つモデルが必要です</translation>
    </message>
    <message>
        <source>layers_per_stage has %1 entries for pipeline %2</source>
        <translation>pipeline %2 に対して layers_per_stage の要素が %1 個です</translation>
    </message>
    <message>
        <source>layers_per_stage adds up to %1, the model has %2 layers</source>
        <translation>layers_per_stage の合計は %1、モデルの層数は %2 です</translation>
    </message>
    <message>
        <source>phases are loaded from another memory than the device&apos;s</source>
        <translation>フェーズはデバイス以外のメモリから読み込みます</translation>
    </message>
    <message>
        <source>decoder_sequence_length needs a model with an encoder and a decoder</source>
        <translation>decoder_sequence_length にはエンコーダとデコーダを持つモデルが必要です</translation>
    </message>
    <message>
        <source>decoder_sequence_length and context above 1 exclude each other</source>
        <translation>decoder_sequence_length と 1 を超える context は同時に使えません</translation>
    </message>
    <message>
        <source>more than one of training.tokens, training.samples and training.epochs</source>
        <translation>training.tokens、training.samples、training.epochs のうち 2 つ以上</translation>
    </message>
    <message>
        <source>training.epochs needs training.dataset_samples</source>
        <translation>training.epochs には training.dataset_samples が必要です</translation>
    </message>
    <message>
        <source>10^15 samples in all</source>
        <translation>全体で 10^15 サンプル</translation>
    </message>
    <message>
        <source>placement needs a model with embedding tables</source>
        <translation>placement には埋め込み表を持つモデルが必要です</translation>
    </message>
    <message>
        <source>10^15 samples in a step</source>
        <translation>1 ステップで 10^15 サンプル</translation>
    </message>
    <message>
        <source>global_batch %1 is not micro_batch %2 · micro_batches %3 · replica %4</source>
        <translation>global_batch %1 が micro_batch %2 · micro_batches %3 · replica %4 と一致しません</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>coefficient of the time model</source>
        <translation>時間モデルの係数</translation>
    </message>
    <message>
        <source>no measured times among the cases</source>
        <translation>ケースに実測時間がありません</translation>
    </message>
    <message>
        <source>host_of_the_head</source>
        <translation>出力層のホスト時間</translation>
    </message>
    <message>
        <source>host_of_the_embedding</source>
        <translation>埋め込みのホスト時間</translation>
    </message>
    <message>
        <source>no_tensor_parallelism</source>
        <translation>テンソル並列なし</translation>
    </message>
    <message>
        <source>waits_for_each_other</source>
        <translation>相互の待ち</translation>
    </message>
    <message>
        <source>forward_pass</source>
        <translation>順伝播の一巡</translation>
    </message>
    <message>
        <source>backward_pass</source>
        <translation>逆伝播の一巡</translation>
    </message>
    <message>
        <source>host_lead</source>
        <translation>ホストの先行時間</translation>
    </message>
    <message>
        <source>key_value_rank</source>
        <translation>キーと値の低ランク幅</translation>
    </message>
    <message>
        <source>rope_head_size</source>
        <translation>回転位置埋め込みのヘッド幅</translation>
    </message>
    <message>
        <source>key_content_width</source>
        <translation>キーの内容の幅</translation>
    </message>
    <message>
        <source>query_rank</source>
        <translation>クエリの低ランク幅</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>shared_experts</source>
        <translation>共有エキスパート数</translation>
    </message>
    <message>
        <source>experts_per_token</source>
        <translation>トークンあたりのエキスパート数</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>エキスパート数</translation>
    </message>
    <message>
        <source>experts_of_a_rank</source>
        <translation>ランクのエキスパート数</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>memory_bandwidth</source>
        <translation>メモリの帯域</translation>
    </message>
    <message>
        <source>bytes_an_element</source>
        <translation>1 要素のバイト</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>キャッシュ</translation>
    </message>
    <message>
        <source>flops_of_a_product</source>
        <translation>行列積の FLOP</translation>
    </message>
    <message>
        <source>activation_width</source>
        <translation>活性値の幅</translation>
    </message>
    <message>
        <source>gemm_efficiency</source>
        <translation>行列積の効率</translation>
    </message>
    <message>
        <source>attention_efficiency</source>
        <translation>アテンションの効率</translation>
    </message>
    <message>
        <source>diagonal_blocks</source>
        <translation>対角ブロック</translation>
    </message>
    <message>
        <source>flops_of_a_score</source>
        <translation>スコアの FLOP</translation>
    </message>
    <message>
        <source>embedding_rows</source>
        <translation>埋め込み行</translation>
    </message>
    <message>
        <source>add_positions</source>
        <translation>位置の加算</translation>
    </message>
    <message>
        <source>token_type_rows</source>
        <translation>トークン種別の行</translation>
    </message>
    <message>
        <source>add_token_types</source>
        <translation>トークン種別の加算</translation>
    </message>
    <message>
        <source>zero_embedding_gradient</source>
        <translation>埋め込み勾配のゼロ埋め</translation>
    </message>
    <message>
        <source>scatter_embedding_gradient</source>
        <translation>埋め込み勾配の書き込み</translation>
    </message>
    <message>
        <source>add_tied_gradient</source>
        <translation>共有埋め込み勾配の加算</translation>
    </message>
    <message>
        <source>head_transform</source>
        <translation>ヘッドの変換</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>ロジット</translation>
    </message>
    <message>
        <source>cast_logits</source>
        <translation>ロジットの型変換</translation>
    </message>
    <message>
        <source>log_softmax</source>
        <translation>log-softmax</translation>
    </message>
    <message>
        <source>zero_logit_gradient</source>
        <translation>ロジット勾配のゼロ埋め</translation>
    </message>
    <message>
        <source>log_softmax_backward</source>
        <translation>log-softmax の逆伝播</translation>
    </message>
    <message>
        <source>cast_logit_gradient</source>
        <translation>ロジット勾配の型変換</translation>
    </message>
    <message>
        <source>feed_forward_in</source>
        <translation>フィードフォワードの入力側</translation>
    </message>
    <message>
        <source>relu</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>relu_backward</source>
        <translation>ReLU の逆伝播</translation>
    </message>
    <message>
        <source>feed_forward_out</source>
        <translation>フィードフォワードの出力側</translation>
    </message>
    <message>
        <source>qkv_projection</source>
        <translation>QKV の射影</translation>
    </message>
    <message>
        <source>concatenate_qkv</source>
        <translation>QKV の連結</translation>
    </message>
    <message>
        <source>output_projection</source>
        <translation>出力の射影</translation>
    </message>
    <message>
        <source>query_projection</source>
        <translation>クエリ射影</translation>
    </message>
    <message>
        <source>key_projection</source>
        <translation>キー射影</translation>
    </message>
    <message>
        <source>value_projection</source>
        <translation>値の射影</translation>
    </message>
    <message>
        <source>cross_query_projection</source>
        <translation>クロスアテンションのクエリ射影</translation>
    </message>
    <message>
        <source>rotary_join</source>
        <translation>回転の結合</translation>
    </message>
    <message>
        <source>rotary_zero</source>
        <translation>回転のゼロ埋め</translation>
    </message>
    <message>
        <source>rotary_copy</source>
        <translation>回転のコピー</translation>
    </message>
    <message>
        <source>rotary_add</source>
        <translation>回転の加算</translation>
    </message>
    <message>
        <source>add_residual</source>
        <translation>残差の加算</translation>
    </message>
    <message>
        <source>repeat_keys_and_values</source>
        <translation>キーと値の反復</translation>
    </message>
    <message>
        <source>sum_keys_and_values</source>
        <translation>キーと値の総和</translation>
    </message>
    <message>
        <source>gate_projection</source>
        <translation>ゲート射影</translation>
    </message>
    <message>
        <source>up_projection</source>
        <translation>拡大射影</translation>
    </message>
    <message>
        <source>down_projection</source>
        <translation>縮小射影</translation>
    </message>
    <message>
        <source>router</source>
        <translation>ルータ</translation>
    </message>
    <message>
        <source>gather_tokens</source>
        <translation>トークンの収集</translation>
    </message>
    <message>
        <source>scatter_tokens</source>
        <translation>トークンの書き込み</translation>
    </message>
    <message>
        <source>zero_tokens</source>
        <translation>トークンのゼロ埋め</translation>
    </message>
    <message>
        <source>experts_in</source>
        <translation>エキスパート入力側の積</translation>
    </message>
    <message>
        <source>concatenate_gate</source>
        <translation>ゲートの連結</translation>
    </message>
    <message>
        <source>experts_out</source>
        <translation>エキスパート出力側の積</translation>
    </message>
    <message>
        <source>weigh_experts</source>
        <translation>エキスパートの重み付け</translation>
    </message>
    <message>
        <source>gather_outputs</source>
        <translation>出力の収集</translation>
    </message>
    <message>
        <source>sum_experts</source>
        <translation>エキスパートの総和</translation>
    </message>
    <message>
        <source>expand_outputs</source>
        <translation>出力の展開</translation>
    </message>
    <message>
        <source>scatter_outputs</source>
        <translation>出力の書き込み</translation>
    </message>
    <message>
        <source>shared_experts_in</source>
        <translation>共有エキスパート入力側の積</translation>
    </message>
    <message>
        <source>shared_experts_out</source>
        <translation>共有エキスパート出力側の積</translation>
    </message>
    <message>
        <source>small_kernels</source>
        <translation>小さなカーネル</translation>
    </message>
    <message>
        <source>cast_weight</source>
        <translation>重みの型変換</translation>
    </message>
    <message>
        <source>bias_gradient</source>
        <translation>バイアス勾配</translation>
    </message>
    <message>
        <source>cast_weight_gradient</source>
        <translation>重み勾配の型変換</translation>
    </message>
    <message>
        <source>add_gradients</source>
        <translation>勾配の加算</translation>
    </message>
    <message>
        <source>layer_norm</source>
        <translation>層正規化</translation>
    </message>
    <message>
        <source>layer_norm_backward</source>
        <translation>層正規化の逆伝播</translation>
    </message>
    <message>
        <source>layer_norm_weight_gradient</source>
        <translation>層正規化の重み勾配</translation>
    </message>
    <message>
        <source>norm_upcast</source>
        <translation>正規化の型拡大</translation>
    </message>
    <message>
        <source>norm_square</source>
        <translation>正規化の 2 乗</translation>
    </message>
    <message>
        <source>norm_mean</source>
        <translation>正規化の平均</translation>
    </message>
    <message>
        <source>norm_scale</source>
        <translation>正規化のスケール</translation>
    </message>
    <message>
        <source>norm_downcast</source>
        <translation>正規化の型縮小</translation>
    </message>
    <message>
        <source>norm_weight</source>
        <translation>正規化の重み</translation>
    </message>
    <message>
        <source>norm_weight_backward</source>
        <translation>正規化の重みの逆伝播</translation>
    </message>
    <message>
        <source>norm_weight_gradient</source>
        <translation>正規化の重み勾配</translation>
    </message>
    <message>
        <source>norm_weight_sum</source>
        <translation>正規化の重み勾配の総和</translation>
    </message>
    <message>
        <source>norm_scale_backward</source>
        <translation>正規化のスケールの逆伝播</translation>
    </message>
    <message>
        <source>norm_root_gradient</source>
        <translation>正規化の根の勾配</translation>
    </message>
    <message>
        <source>norm_root_sum</source>
        <translation>正規化の根の総和</translation>
    </message>
    <message>
        <source>norm_mean_backward</source>
        <translation>正規化の平均の逆伝播</translation>
    </message>
    <message>
        <source>norm_square_backward</source>
        <translation>正規化の 2 乗の逆伝播</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>ドロップアウト</translation>
    </message>
    <message>
        <source>dropout_backward</source>
        <translation>ドロップアウトの逆伝播</translation>
    </message>
    <message>
        <source>cast_residual_gradient</source>
        <translation>残差勾配の型変換</translation>
    </message>
    <message>
        <source>rotary_negate</source>
        <translation>回転の符号反転</translation>
    </message>
    <message>
        <source>rotary_concatenate</source>
        <translation>回転の連結</translation>
    </message>
    <message>
        <source>rotary_multiply</source>
        <translation>回転の乗算</translation>
    </message>
    <message>
        <source>cast_for_attention</source>
        <translation>アテンション用の型変換</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>attention_backward</source>
        <translation>アテンションの逆伝播</translation>
    </message>
    <message>
        <source>copy_heads</source>
        <translation>ヘッドのコピー</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>scale_scores</source>
        <translation>スコアのスケール</translation>
    </message>
    <message>
        <source>mask_scores</source>
        <translation>スコアのマスク</translation>
    </message>
    <message>
        <source>upcast_scores</source>
        <translation>スコアの型拡大</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>downcast_scores</source>
        <translation>スコアの型縮小</translation>
    </message>
    <message>
        <source>dropout_scores</source>
        <translation>スコアのドロップアウト</translation>
    </message>
    <message>
        <source>copy_context</source>
        <translation>コンテキストのコピー</translation>
    </message>
    <message>
        <source>scores_gradient</source>
        <translation>スコアの勾配</translation>
    </message>
    <message>
        <source>value_gradient</source>
        <translation>値の勾配</translation>
    </message>
    <message>
        <source>softmax_backward</source>
        <translation>softmax の逆伝播</translation>
    </message>
    <message>
        <source>query_gradient</source>
        <translation>クエリの勾配</translation>
    </message>
    <message>
        <source>key_gradient</source>
        <translation>キーの勾配</translation>
    </message>
    <message>
        <source>gelu</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>gelu_backward</source>
        <translation>GELU の逆伝播</translation>
    </message>
    <message>
        <source>cast_input</source>
        <translation>入力の型変換</translation>
    </message>
    <message>
        <source>gelu_scale</source>
        <translation>GELU のスケール</translation>
    </message>
    <message>
        <source>gelu_cube</source>
        <translation>GELU の 3 乗</translation>
    </message>
    <message>
        <source>gelu_add</source>
        <translation>GELU の加算</translation>
    </message>
    <message>
        <source>gelu_tanh</source>
        <translation>GELU の tanh</translation>
    </message>
    <message>
        <source>gelu_plus_one</source>
        <translation>GELU の 1 加算</translation>
    </message>
    <message>
        <source>gelu_multiply</source>
        <translation>GELU の乗算</translation>
    </message>
    <message>
        <source>cast_output</source>
        <translation>出力の型変換</translation>
    </message>
    <message>
        <source>cast_gradients</source>
        <translation>勾配の型変換</translation>
    </message>
    <message>
        <source>cast_input_gradient</source>
        <translation>入力勾配の型変換</translation>
    </message>
    <message>
        <source>silu</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>ゲート</translation>
    </message>
    <message>
        <source>gate_backward</source>
        <translation>ゲートの逆伝播</translation>
    </message>
    <message>
        <source>silu_backward</source>
        <translation>SiLU の逆伝播</translation>
    </message>
    <message>
        <source>accumulate_weight_gradient</source>
        <translation>重み勾配の累積</translation>
    </message>
    <message>
        <source>gather_copy</source>
        <translation>ギャザーのコピー</translation>
    </message>
    <message>
        <source>scatter_copy</source>
        <translation>スキャッターのコピー</translation>
    </message>
    <message>
        <source>scatter_zero</source>
        <translation>スキャッターのゼロ埋め</translation>
    </message>
    <message>
        <source>copy_scores</source>
        <translation>スコアのコピー</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>copies_and_rotations</source>
        <translation>コピーと回転</translation>
    </message>
    <message>
        <source>residuals</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>final_norm</source>
        <translation>最終正規化</translation>
    </message>
    <message>
        <source>cross_entropy</source>
        <translation>交差エントロピー</translation>
    </message>
    <message>
        <source>key_value_down</source>
        <translation>キーと値の低ランク化</translation>
    </message>
    <message>
        <source>key_value_up</source>
        <translation>キーと値の復元</translation>
    </message>
    <message>
        <source>key_value_norm</source>
        <translation>キーと値の正規化</translation>
    </message>
    <message>
        <source>query_down</source>
        <translation>クエリの低ランク化</translation>
    </message>
    <message>
        <source>query_norm</source>
        <translation>クエリの正規化</translation>
    </message>
    <message>
        <source>query_up</source>
        <translation>クエリの復元</translation>
    </message>
    <message>
        <source>cross_key_value_projection</source>
        <translation>クロスアテンションのキーと値の射影</translation>
    </message>
    <message>
        <source>masked_softmax_and_dropout</source>
        <translation>マスク付き softmax とドロップアウト</translation>
    </message>
    <message>
        <source>gated_activation</source>
        <translation>ゲート付き活性化</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>活性化関数</translation>
    </message>
    <message>
        <source>permute_tokens</source>
        <translation>トークンの並べ替え</translation>
    </message>
    <message>
        <source>convolution_efficiency</source>
        <translation>畳み込みの効率</translation>
    </message>
    <message>
        <source>elementwise_efficiency</source>
        <translation>要素ごとの演算の効率</translation>
    </message>
    <message>
        <source>optimizer_efficiency</source>
        <translation>オプティマイザの効率</translation>
    </message>
    <message>
        <source>collective_efficiency</source>
        <translation>集団通信の効率</translation>
    </message>
    <message>
        <source>devices_sharing</source>
        <translation>共有するデバイス数</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>オプティマイザ</translation>
    </message>
    <message>
        <source>gradient_width</source>
        <translation>勾配の幅</translation>
    </message>
    <message>
        <source>weight_width</source>
        <translation>重みの幅</translation>
    </message>
    <message>
        <source>state_width</source>
        <translation>状態の幅</translation>
    </message>
    <message>
        <source>optimizer_slots</source>
        <translation>オプティマイザのスロット</translation>
    </message>
    <message>
        <source>master_width</source>
        <translation>マスター重みの幅</translation>
    </message>
    <message>
        <source>mixed_precision_passes</source>
        <translation>混合精度の追加の走査</translation>
    </message>
    <message>
        <source>optimizer_bytes_moved</source>
        <translation>オプティマイザが移すバイト数</translation>
    </message>
    <message>
        <source>host_of_optimizer</source>
        <translation>オプティマイザのホスト時間</translation>
    </message>
    <message>
        <source>parameter_tensors</source>
        <translation>パラメータテンソル数</translation>
    </message>
    <message>
        <source>no_shard_copies</source>
        <translation>シャードのコピーなし</translation>
    </message>
    <message>
        <source>bytes_a_parameter</source>
        <translation>1 パラメータのバイト</translation>
    </message>
    <message>
        <source>shard_copies_forward</source>
        <translation>順伝播のシャードコピー</translation>
    </message>
    <message>
        <source>shard_copies_backward</source>
        <translation>逆伝播のシャードコピー</translation>
    </message>
    <message>
        <source>ZeRO stage %1</source>
        <translation>ZeRO ステージ %1</translation>
    </message>
    <message>
        <source>DeepSpeed estimates stages 2 and 3</source>
        <translation>DeepSpeed が見積もるのはステージ 2 と 3 です</translation>
    </message>
    <message>
        <source>asynchronous training</source>
        <translation>非同期学習</translation>
    </message>
    <message>
        <source>parameter servers</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 メモリ</translation>
    </message>
    <message>
        <source>%1 has none</source>
        <translation>%1 にはありません</translation>
    </message>
    <message>
        <source>the model has no embedding tables</source>
        <translation>モデルに埋め込みテーブルがありません</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>時間の見積もり</translation>
    </message>
    <message>
        <source>%1 has no engine</source>
        <translation>%1 に演算器がありません</translation>
    </message>
    <message>
        <source>more than one device</source>
        <translation>2 台以上のデバイス</translation>
    </message>
    <message>
        <source>%1 has no links</source>
        <translation>%1 にリンクがありません</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>単純な演算</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>ゼロ埋め</translation>
    </message>
    <message>
        <source>concatenate</source>
        <translation>連結</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
    <message>
        <source>power</source>
        <translation>べき乗</translation>
    </message>
    <message>
        <source>gelu_forward</source>
        <translation>GELU の順伝播</translation>
    </message>
    <message>
        <source>mixed_add</source>
        <translation>混合精度の加算</translation>
    </message>
    <message>
        <source>autocast_cast</source>
        <translation>autocast の型変換</translation>
    </message>
    <message>
        <source>row_broadcast</source>
        <translation>行方向ブロードキャスト</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>ブロードキャスト</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>回転位置埋め込み</translation>
    </message>
    <message>
        <source>strided_copy</source>
        <translation>飛び飛びのコピー</translation>
    </message>
    <message>
        <source>masked_fill</source>
        <translation>マスクの書き込み</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>反復</translation>
    </message>
    <message>
        <source>row_reduction</source>
        <translation>行方向リダクション</translation>
    </message>
    <message>
        <source>column_reduction</source>
        <translation>列方向リダクション</translation>
    </message>
    <message>
        <source>norm_forward</source>
        <translation>正規化の順伝播</translation>
    </message>
    <message>
        <source>norm_backward</source>
        <translation>正規化の逆伝播</translation>
    </message>
    <message>
        <source>dropout_forward</source>
        <translation>ドロップアウトの順伝播</translation>
    </message>
    <message>
        <source>softmax_single</source>
        <translation>softmax（32 ビット）</translation>
    </message>
    <message>
        <source>logit_cast</source>
        <translation>ロジットの型変換</translation>
    </message>
    <message>
        <source>fused_norm</source>
        <translation>融合した正規化</translation>
    </message>
    <message>
        <source>fused_elementwise</source>
        <translation>融合した要素ごとの演算</translation>
    </message>
    <message>
        <source>fused_scores</source>
        <translation>融合したスコアの演算</translation>
    </message>
    <message>
        <source>fused_logits</source>
        <translation>融合したロジットの演算</translation>
    </message>
    <message>
        <source>optimizer_single</source>
        <translation>オプティマイザの効率（32 ビット）</translation>
    </message>
    <message>
        <source>optimizer_half</source>
        <translation>オプティマイザの効率（16 ビット）</translation>
    </message>
    <message>
        <source>shard_copy</source>
        <translation>シャードのコピー</translation>
    </message>
    <message>
        <source>gemm_rate</source>
        <translation>行列積の効率</translation>
    </message>
    <message>
        <source>gemm_half_tile</source>
        <translation>行列積の半タイルの効率</translation>
    </message>
    <message>
        <source>gemm_quarter_tile</source>
        <translation>行列積の四半タイルの効率</translation>
    </message>
    <message>
        <source>gemm_depth</source>
        <translation>行列積の深さの補正</translation>
    </message>
    <message>
        <source>gemm_waves</source>
        <translation>行列積の波数の補正</translation>
    </message>
    <message>
        <source>gemm_start</source>
        <translation>行列積の起動時間</translation>
    </message>
    <message>
        <source>gemm_memory</source>
        <translation>行列積のメモリ効率</translation>
    </message>
    <message>
        <source>batched_rate</source>
        <translation>バッチ行列積の効率</translation>
    </message>
    <message>
        <source>batched_start</source>
        <translation>バッチ行列積の起動時間</translation>
    </message>
    <message>
        <source>odd_rate</source>
        <translation>奇数幅の行列積の効率</translation>
    </message>
    <message>
        <source>odd_backward_rate</source>
        <translation>奇数幅の逆伝播行列積の効率</translation>
    </message>
    <message>
        <source>even_rate</source>
        <translation>偶数幅の行列積の効率</translation>
    </message>
    <message>
        <source>vector_rate</source>
        <translation>ベクトル演算の効率</translation>
    </message>
    <message>
        <source>head_rate</source>
        <translation>出力層の行列積の効率</translation>
    </message>
    <message>
        <source>cool_gain</source>
        <translation>低温時の利得</translation>
    </message>
    <message>
        <source>cool_share</source>
        <translation>低温時の割合</translation>
    </message>
    <message>
        <source>hot_share</source>
        <translation>高温時の割合</translation>
    </message>
    <message>
        <source>attention_rate_64</source>
        <translation>アテンションの効率（ヘッド幅 64）</translation>
    </message>
    <message>
        <source>attention_rate_128</source>
        <translation>アテンションの効率（ヘッド幅 128）</translation>
    </message>
    <message>
        <source>attention_backward_rate_64</source>
        <translation>アテンション逆伝播の効率（ヘッド幅 64）</translation>
    </message>
    <message>
        <source>attention_backward_rate_128</source>
        <translation>アテンション逆伝播の効率（ヘッド幅 128）</translation>
    </message>
    <message>
        <source>attention_start</source>
        <translation>アテンションの起動時間</translation>
    </message>
    <message>
        <source>attention_backward_start</source>
        <translation>アテンション逆伝播の起動時間</translation>
    </message>
    <message>
        <source>attention_dropout</source>
        <translation>アテンションのドロップアウトの倍率</translation>
    </message>
    <message>
        <source>attention_dropout_backward</source>
        <translation>アテンション逆伝播のドロップアウトの倍率</translation>
    </message>
    <message>
        <source>kernel_gap</source>
        <translation>カーネル間の隙間</translation>
    </message>
    <message>
        <source>kernel_least</source>
        <translation>カーネルの最短時間</translation>
    </message>
    <message>
        <source>column_fixed</source>
        <translation>列方向リダクションの固定時間</translation>
    </message>
    <message>
        <source>weight_fixed</source>
        <translation>重み勾配の固定時間</translation>
    </message>
    <message>
        <source>scatter_fixed</source>
        <translation>スキャッターの固定時間</translation>
    </message>
    <message>
        <source>cache_gain</source>
        <translation>キャッシュの効果</translation>
    </message>
    <message>
        <source>host_forward</source>
        <translation>ホストの順伝播</translation>
    </message>
    <message>
        <source>host_backward</source>
        <translation>ホストの逆伝播</translation>
    </message>
    <message>
        <source>host_optimizer</source>
        <translation>オプティマイザのホスト時間</translation>
    </message>
    <message>
        <source>host_tensor</source>
        <translation>1 テンソルのホスト時間</translation>
    </message>
    <message>
        <source>host_start</source>
        <translation>ステップ開始のホスト時間</translation>
    </message>
    <message>
        <source>host_layer_forward</source>
        <translation>1 層のホストの順伝播</translation>
    </message>
    <message>
        <source>host_layer_backward</source>
        <translation>1 層のホストの逆伝播</translation>
    </message>
    <message>
        <source>host_tensor_parallel</source>
        <translation>テンソル並列のホスト時間</translation>
    </message>
    <message>
        <source>host_tensor_parallel_growth</source>
        <translation>テンソル並列のホスト時間の増分</translation>
    </message>
    <message>
        <source>host_input</source>
        <translation>ホストの入力処理</translation>
    </message>
    <message>
        <source>host_micro_batch</source>
        <translation>マイクロバッチのホスト時間</translation>
    </message>
    <message>
        <source>host_experts</source>
        <translation>エキスパートのホスト倍率</translation>
    </message>
    <message>
        <source>host_update</source>
        <translation>ホストでの更新</translation>
    </message>
    <message>
        <source>host_join</source>
        <translation>ホストの待ち合わせ</translation>
    </message>
    <message>
        <source>step_constant</source>
        <translation>ステップの定数</translation>
    </message>
    <message>
        <source>expert_fixed</source>
        <translation>エキスパートの固定時間</translation>
    </message>
    <message>
        <source>node_latency</source>
        <translation>ノードの遅延</translation>
    </message>
    <message>
        <source>node_rate</source>
        <translation>ノード内の帯域の割合</translation>
    </message>
    <message>
        <source>cluster_latency</source>
        <translation>クラスタの遅延</translation>
    </message>
    <message>
        <source>node_egress</source>
        <translation>ノードから出る帯域の割合</translation>
    </message>
    <message>
        <source>ring_links</source>
        <translation>リングが使うリンク数</translation>
    </message>
    <message>
        <source>replica_share</source>
        <translation>レプリカ間通信の割合</translation>
    </message>
    <message>
        <source>pipeline_share</source>
        <translation>パイプライン通信の割合</translation>
    </message>
    <message>
        <source>gradient_bytes</source>
        <translation>勾配のバイト数</translation>
    </message>
    <message>
        <source>tensor_overlap</source>
        <translation>テンソル並列通信の重なり</translation>
    </message>
    <message>
        <source>optimizer_passes</source>
        <translation>オプティマイザの走査</translation>
    </message>
    <message>
        <source>layer_rate</source>
        <translation>層の効率</translation>
    </message>
    <message>
        <source>row_width</source>
        <translation>行の幅</translation>
    </message>
    <message>
        <source>gradient_shards</source>
        <translation>勾配のシャード数</translation>
    </message>
    <message>
        <source>experts_divided_over</source>
        <translation>エキスパートの分割数</translation>
    </message>
    <message>
        <source>layer_elements_used</source>
        <translation>使う層の要素</translation>
    </message>
    <message>
        <source>layer_elements_stored</source>
        <translation>保存する層の要素</translation>
    </message>
    <message>
        <source>layer_gradient_elements</source>
        <translation>層の勾配の要素</translation>
    </message>
    <message>
        <source>layer_optimizer_elements</source>
        <translation>層のオプティマイザの要素</translation>
    </message>
    <message>
        <source>embedding_elements_used</source>
        <translation>使う埋め込みの要素</translation>
    </message>
    <message>
        <source>embedding_elements_stored</source>
        <translation>保存する埋め込みの要素</translation>
    </message>
    <message>
        <source>embedding_gradient_elements</source>
        <translation>埋め込みの勾配の要素</translation>
    </message>
    <message>
        <source>embedding_optimizer_elements</source>
        <translation>埋め込みのオプティマイザの要素</translation>
    </message>
    <message>
        <source>head_elements_used</source>
        <translation>使う出力層の要素</translation>
    </message>
    <message>
        <source>head_elements_stored</source>
        <translation>保存する出力層の要素</translation>
    </message>
    <message>
        <source>head_gradient_elements</source>
        <translation>出力層の勾配の要素</translation>
    </message>
    <message>
        <source>head_optimizer_elements</source>
        <translation>出力層のオプティマイザの要素</translation>
    </message>
    <message>
        <source>layers_on_stage</source>
        <translation>ステージの層数</translation>
    </message>
    <message>
        <source>weight_elements_used</source>
        <translation>使う重みの要素</translation>
    </message>
    <message>
        <source>weight_elements_stored</source>
        <translation>保存する重みの要素</translation>
    </message>
    <message>
        <source>gradient_elements</source>
        <translation>勾配の要素数</translation>
    </message>
    <message>
        <source>optimizer_elements</source>
        <translation>オプティマイザの要素数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>パラメータ数</translation>
    </message>
    <message>
        <source>no_master_weights</source>
        <translation>マスター重みなし</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>optimizer_state</source>
        <translation>オプティマイザ状態</translation>
    </message>
    <message>
        <source>master_weights</source>
        <translation>マスター重み</translation>
    </message>
    <message>
        <source>query_width</source>
        <translation>クエリの幅</translation>
    </message>
    <message>
        <source>key_value_width</source>
        <translation>キーと値の幅</translation>
    </message>
    <message>
        <source>value_width</source>
        <translation>値の幅</translation>
    </message>
    <message>
        <source>hidden_on_a_rank</source>
        <translation>ランクあたりの隠れ幅</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>tokens_of_norms</source>
        <translation>正規化のトークン</translation>
    </message>
    <message>
        <source>decoder_tokens</source>
        <translation>デコーダのトークン数</translation>
    </message>
    <message>
        <source>decoder_tokens_of_norms</source>
        <translation>正規化のデコーダトークン数</translation>
    </message>
    <message>
        <source>mask_width</source>
        <translation>マスクの幅</translation>
    </message>
    <message>
        <source>norm_statistics</source>
        <translation>正規化の統計量</translation>
    </message>
    <message>
        <source>norms_and_dropouts</source>
        <translation>正規化とドロップアウト</translation>
    </message>
    <message>
        <source>latent_attention_linears</source>
        <translation>潜在アテンションの線形層</translation>
    </message>
    <message>
        <source>attention_linears</source>
        <translation>アテンションの線形層</translation>
    </message>
    <message>
        <source>log_sum_exp_width</source>
        <translation>log-sum-exp の幅</translation>
    </message>
    <message>
        <source>attention_core</source>
        <translation>アテンションの中心部</translation>
    </message>
    <message>
        <source>feed_forward</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>router_bytes_an_expert</source>
        <translation>エキスパートごとのルータのバイト数</translation>
    </message>
    <message>
        <source>cross_attention</source>
        <translation>クロスアテンション</translation>
    </message>
    <message>
        <source>partitioned_layer_input</source>
        <translation>分割した層の入力</translation>
    </message>
    <message>
        <source>layer_input</source>
        <translation>層の入力</translation>
    </message>
    <message>
        <source>attention_cores</source>
        <translation>アテンションの中核（複数）</translation>
    </message>
    <message>
        <source>layer_activations</source>
        <translation>層の活性値</translation>
    </message>
    <message>
        <source>layer_activations_without_core</source>
        <translation>中心部を除く層の活性値</translation>
    </message>
    <message>
        <source>embedding_dropout</source>
        <translation>埋め込みのドロップアウト</translation>
    </message>
    <message>
        <source>encoder_output</source>
        <translation>エンコーダの出力</translation>
    </message>
    <message>
        <source>no_encoder</source>
        <translation>エンコーダなし</translation>
    </message>
    <message>
        <source>head_activations</source>
        <translation>出力層の活性値</translation>
    </message>
    <message>
        <source>loss_gradient</source>
        <translation>損失の勾配</translation>
    </message>
    <message>
        <source>logit_width</source>
        <translation>ロジットの幅</translation>
    </message>
    <message>
        <source>stage_boundary</source>
        <translation>ステージの境界</translation>
    </message>
    <message>
        <source>the model is a list of layers, not a transformer</source>
        <translation>モデルは Transformer ではなく層の並びです</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>コンテキスト並列</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>エキスパート並列</translation>
    </message>
    <message>
        <source>selective recompute</source>
        <translation>選択的再計算</translation>
    </message>
    <message>
        <source>activations_per_micro_batch</source>
        <translation>マイクロバッチあたりの活性値</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>作業領域</translation>
    </message>
    <message>
        <source>activations_per_layer</source>
        <translation>1 層の活性値</translation>
    </message>
    <message>
        <source>gathered_weights</source>
        <translation>集めた重み</translation>
    </message>
    <message>
        <source>live_parameters</source>
        <translation>集めたまま残すパラメータ</translation>
    </message>
    <message>
        <source>layers_gathered</source>
        <translation>集める層数</translation>
    </message>
    <message>
        <source>gradient_bucket</source>
        <translation>勾配バケット</translation>
    </message>
    <message>
        <source>reduce_bucket</source>
        <translation>リデュースのバケット</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>フレームワーク</translation>
    </message>
    <message>
        <source>device_memory</source>
        <translation>デバイスのメモリ</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>タイル数</translation>
    </message>
    <message>
        <source>io_tiles</source>
        <translation>IO タイル</translation>
    </message>
    <message>
        <source>available_memory_proportion</source>
        <translation>利用できるメモリの割合</translation>
    </message>
    <message>
        <source>set_aside</source>
        <translation>確保した作業領域</translation>
    </message>
    <message>
        <source>staging_buffers</source>
        <translation>中継バッファ数</translation>
    </message>
    <message>
        <source>staging_elements</source>
        <translation>中継バッファの要素数</translation>
    </message>
    <message>
        <source>nvme_staging</source>
        <translation>NVMe の中継バッファ</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>フェーズ数</translation>
    </message>
    <message>
        <source>phases_on_device</source>
        <translation>デバイス上のフェーズ</translation>
    </message>
    <message>
        <source>weights_of_phases</source>
        <translation>フェーズの重み</translation>
    </message>
    <message>
        <source>gradients_of_a_phase</source>
        <translation>1 フェーズの勾配</translation>
    </message>
    <message>
        <source>phase_boundaries</source>
        <translation>フェーズの境界</translation>
    </message>
    <message>
        <source>layers_on_device</source>
        <translation>デバイス上の層数</translation>
    </message>
    <message>
        <source>activations_in_work</source>
        <translation>処理中の活性値</translation>
    </message>
    <message>
        <source>share_of_the_layer</source>
        <translation>層の割合</translation>
    </message>
    <message>
        <source>no_other_phase</source>
        <translation>ほかのフェーズなし</translation>
    </message>
    <message>
        <source>weights_of_a_phase</source>
        <translation>フェーズの重み</translation>
    </message>
    <message>
        <source>weights_loaded_beside</source>
        <translation>並行して読み込む重み</translation>
    </message>
    <message>
        <source>activations_of_a_phase</source>
        <translation>1 フェーズの活性値</translation>
    </message>
    <message>
        <source>gathered_checkpoint</source>
        <translation>集めたチェックポイント</translation>
    </message>
    <message>
        <source>layer_recomputed</source>
        <translation>再計算した層</translation>
    </message>
    <message>
        <source>core_recomputed</source>
        <translation>中心部の再計算</translation>
    </message>
    <message>
        <source>nothing_recomputed</source>
        <translation>再計算なし</translation>
    </message>
    <message>
        <source>layer_recomputed_with_input</source>
        <translation>入力とともに再計算する層</translation>
    </message>
    <message>
        <source>no_layer_in_work</source>
        <translation>処理中の層なし</translation>
    </message>
    <message>
        <source>attention_share</source>
        <translation>アテンションの割合</translation>
    </message>
    <message>
        <source>value_width_of_key_heads</source>
        <translation>キーのヘッドに対応する値の幅</translation>
    </message>
    <message>
        <source>keys_and_values</source>
        <translation>キーと値</translation>
    </message>
    <message>
        <source>ring_passes</source>
        <translation>リングの巡回</translation>
    </message>
    <message>
        <source>ring_bytes</source>
        <translation>リングのバイト数</translation>
    </message>
    <message>
        <source>exposed_ring</source>
        <translation>隠れないリング通信</translation>
    </message>
    <message>
        <source>rows_of_a_tensor_group</source>
        <translation>テンソルグループの行</translation>
    </message>
    <message>
        <source>expert_rows</source>
        <translation>エキスパートの行数</translation>
    </message>
    <message>
        <source>expert_row_bytes</source>
        <translation>エキスパートの行のバイト数</translation>
    </message>
    <message>
        <source>expert_layers_on_stage</source>
        <translation>ステージのエキスパート層数</translation>
    </message>
    <message>
        <source>routed_rows</source>
        <translation>振り分けた行</translation>
    </message>
    <message>
        <source>expert_all_to_all</source>
        <translation>エキスパートのオールトゥオール通信</translation>
    </message>
    <message>
        <source>routed_bytes</source>
        <translation>振り分けたバイト数</translation>
    </message>
    <message>
        <source>gradients_to_host</source>
        <translation>ホストへ送る勾配</translation>
    </message>
    <message>
        <source>weights_from_host</source>
        <translation>ホストから戻る重み</translation>
    </message>
    <message>
        <source>optimizer_state_moved</source>
        <translation>移動するオプティマイザ状態</translation>
    </message>
    <message>
        <source>nothing_to_hide_behind</source>
        <translation>隠れる計算なし</translation>
    </message>
    <message>
        <source>weights_read</source>
        <translation>読み込む重み</translation>
    </message>
    <message>
        <source>gradients_written</source>
        <translation>書き込む勾配</translation>
    </message>
    <message>
        <source>activations_moved</source>
        <translation>移動する活性値</translation>
    </message>
    <message>
        <source>phases_moved</source>
        <translation>移動するフェーズ</translation>
    </message>
    <message>
        <source>boundary_message</source>
        <translation>境界のメッセージ</translation>
    </message>
    <message>
        <source>tied_embedding_gradient</source>
        <translation>共有埋め込みの勾配</translation>
    </message>
    <message>
        <source>tied_embedding_all_reduce</source>
        <translation>共有埋め込みのオールリデュース</translation>
    </message>
    <message>
        <source>boundary_bytes</source>
        <translation>境界のバイト数</translation>
    </message>
    <message>
        <source>boundary_sends</source>
        <translation>境界の送信</translation>
    </message>
    <message>
        <source>exposed_sends</source>
        <translation>隠れない送信</translation>
    </message>
    <message>
        <source>no_stages_to_fill</source>
        <translation>充填するステージなし</translation>
    </message>
    <message>
        <source>hops_in_nodes</source>
        <translation>ノード内のホップ数</translation>
    </message>
    <message>
        <source>hops_between_nodes</source>
        <translation>ノード間のホップ数</translation>
    </message>
    <message>
        <source>fill_sends</source>
        <translation>充填の送信</translation>
    </message>
    <message>
        <source>boundary_send</source>
        <translation>境界の送信</translation>
    </message>
    <message>
        <source>gradient_wire_width</source>
        <translation>通信する勾配の幅</translation>
    </message>
    <message>
        <source>weight_bytes</source>
        <translation>重みのバイト数</translation>
    </message>
    <message>
        <source>weight_wire_width</source>
        <translation>通信する重みの幅</translation>
    </message>
    <message>
        <source>elements_beside_experts</source>
        <translation>エキスパート以外の要素</translation>
    </message>
    <message>
        <source>tier_bandwidth</source>
        <translation>階層の帯域</translation>
    </message>
    <message>
        <source>streaming</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>exposed_streaming</source>
        <translation>隠れないストリーミング</translation>
    </message>
    <message>
        <source>no_io_tiles</source>
        <translation>IO タイルなし</translation>
    </message>
    <message>
        <source>share_of_io_tiles</source>
        <translation>IO タイルの割合</translation>
    </message>
    <message>
        <source>passes_of_micro_batches</source>
        <translation>マイクロバッチのパス数</translation>
    </message>
    <message>
        <source>io_tiles_fill</source>
        <translation>IO タイルへの充填</translation>
    </message>
    <message>
        <source>decoder_layers_on_stage</source>
        <translation>ステージのデコーダ層数</translation>
    </message>
    <message>
        <source>reductions_of_a_pass</source>
        <translation>1 巡のリデュース</translation>
    </message>
    <message>
        <source>beyond_weight_gradients</source>
        <translation>重み勾配の計算に隠れない時間</translation>
    </message>
    <message>
        <source>inner_sums</source>
        <translation>内側の部分和</translation>
    </message>
    <message>
        <source>outer_sums</source>
        <translation>外側の部分和</translation>
    </message>
    <message>
        <source>tensor_all_reduce</source>
        <translation>テンソルのオールリデュース</translation>
    </message>
    <message>
        <source>tensor_bytes</source>
        <translation>テンソルのバイト数</translation>
    </message>
    <message>
        <source>reductions_per_micro_batch</source>
        <translation>マイクロバッチごとのリデュース</translation>
    </message>
    <message>
        <source>checkpoint_all_gather</source>
        <translation>チェックポイントのオールギャザー</translation>
    </message>
    <message>
        <source>checkpoint_bytes</source>
        <translation>チェックポイントのバイト数</translation>
    </message>
    <message>
        <source>scattered_bytes</source>
        <translation>散らしたバイト数</translation>
    </message>
    <message>
        <source>tensor_reduce_scatter</source>
        <translation>テンソルのリデューススキャッター</translation>
    </message>
    <message>
        <source>gathered_bytes</source>
        <translation>集めたバイト数</translation>
    </message>
    <message>
        <source>tensor_all_gather</source>
        <translation>テンソルのオールギャザー</translation>
    </message>
    <message>
        <source>hidden_tensor</source>
        <translation>隠れ状態テンソル</translation>
    </message>
    <message>
        <source>rows_of_one_server</source>
        <translation>1 サーバの行</translation>
    </message>
    <message>
        <source>resident_rows_with_their_state</source>
        <translation>状態を含む常駐行</translation>
    </message>
    <message>
        <source>parameter_servers</source>
        <translation>パラメータサーバ数</translation>
    </message>
    <message>
        <source>dense_stage</source>
        <translation>密な部分の段階</translation>
    </message>
    <message>
        <source>all_reduce</source>
        <translation>オールリデュース</translation>
    </message>
    <message>
        <source>samples_of_a_step</source>
        <translation>1 ステップのサンプル数</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>pooled_elements</source>
        <translation>プールした要素</translation>
    </message>
    <message>
        <source>width_on_the_wire</source>
        <translation>通信時の幅</translation>
    </message>
    <message>
        <source>dense_parameters</source>
        <translation>密なパラメータ</translation>
    </message>
    <message>
        <source>an asynchronous dense part with synchronous embeddings</source>
        <translation>密な部分が非同期で埋め込みが同期の学習</translation>
    </message>
    <message>
        <source>PERSIA knows both synchronous, both asynchronous, or the embeddings alone</source>
        <translation>PERSIA にあるのは、両方同期、両方非同期、埋め込みだけ非同期の 3 つです</translation>
    </message>
    <message>
        <source>fully asynchronous training that looks nothing up ahead</source>
        <translation>先読みしない完全非同期の学習</translation>
    </message>
    <message>
        <source>where nobody waits for anybody, lookups run ahead</source>
        <translation>互いに待たない学習では参照は先に進みます</translation>
    </message>
    <message>
        <source>accelerators of an NN worker machine</source>
        <translation>NN ワーカーマシンのアクセラレータ数</translation>
    </message>
    <message>
        <source>a degree beside replica</source>
        <translation>replica 以外の次数</translation>
    </message>
    <message>
        <source>NN workers hold the whole dense part each</source>
        <translation>NN ワーカーはそれぞれ密な部分の全体を持ちます</translation>
    </message>
    <message>
        <source>a fixed place for a table</source>
        <translation>テーブルの場所の固定</translation>
    </message>
    <message>
        <source>parameter servers spread rows by hashing their ids</source>
        <translation>パラメータサーバは行を ID のハッシュで散らします</translation>
    </message>
    <message>
        <source>data_loader_rate</source>
        <translation>データローダの処理率</translation>
    </message>
    <message>
        <source>embedding_worker_rate</source>
        <translation>埋め込みワーカーの処理率</translation>
    </message>
    <message>
        <source>parameter_server_rate</source>
        <translation>パラメータサーバの処理率</translation>
    </message>
    <message>
        <source>nn_worker_rate</source>
        <translation>NN ワーカーの処理率</translation>
    </message>
    <message>
        <source>sample_host</source>
        <translation>1 サンプルのホスト時間</translation>
    </message>
    <message>
        <source>processes_of_a_host</source>
        <translation>ホストのプロセス数</translation>
    </message>
    <message>
        <source>shared_host</source>
        <translation>共有するホスト時間</translation>
    </message>
    <message>
        <source>further_machines</source>
        <translation>ほかのマシン数</translation>
    </message>
    <message>
        <source>contention_per_machine</source>
        <translation>マシンごとの競合</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>密な部分</translation>
    </message>
    <message>
        <source>asynchronous</source>
        <translation>非同期の部分</translation>
    </message>
    <message>
        <source>network_efficiency</source>
        <translation>ネットワークの効率</translation>
    </message>
    <message>
        <source>network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>ids</source>
        <translation>ID 数</translation>
    </message>
    <message>
        <source>handled_id</source>
        <translation>1 個の ID の処理時間</translation>
    </message>
    <message>
        <source>row_elements</source>
        <translation>行の要素数</translation>
    </message>
    <message>
        <source>handled_element</source>
        <translation>1 要素の処理時間</translation>
    </message>
    <message>
        <source>handling</source>
        <translation>処理</translation>
    </message>
    <message>
        <source>loaded_id</source>
        <translation>1 個の ID の読み込み時間</translation>
    </message>
    <message>
        <source>custom_features</source>
        <translation>独自の特徴量</translation>
    </message>
    <message>
        <source>distinct_ids</source>
        <translation>異なる ID の数</translation>
    </message>
    <message>
        <source>ids_both_ways</source>
        <translation>往復する ID</translation>
    </message>
    <message>
        <source>hashed_id</source>
        <translation>1 個の ID のハッシュ時間</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>レプリカ数</translation>
    </message>
    <message>
        <source>working_cores</source>
        <translation>働くコア数</translation>
    </message>
    <message>
        <source>bytes_per_sample</source>
        <translation>1 サンプルのバイト数</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>プロセス数</translation>
    </message>
    <message>
        <source>compressed_bytes</source>
        <translation>圧縮するバイト数</translation>
    </message>
    <message>
        <source>compressed_byte</source>
        <translation>圧縮 1 バイトの時間</translation>
    </message>
    <message>
        <source>period_of_a_batch</source>
        <translation>1 バッチの周期</translation>
    </message>
    <message>
        <source>devices a node</source>
        <translation>ノードあたりのデバイス数</translation>
    </message>
    <message>
        <source>the constraints of table &quot;%1&quot; leave no sharding that this cluster knows</source>
        <translation>表 &quot;%1&quot; の制約を満たす分割が、このクラスタにはありません</translation>
    </message>
    <message>
        <source>forward_lookup</source>
        <translation>順伝播のルックアップ</translation>
    </message>
    <message>
        <source>backward_update</source>
        <translation>逆伝播での更新</translation>
    </message>
    <message>
        <source>missed_rows</source>
        <translation>ミスした行</translation>
    </message>
    <message>
        <source>forward_all_to_all</source>
        <translation>順伝播のオールトゥオール通信</translation>
    </message>
    <message>
        <source>backward_all_to_all</source>
        <translation>逆伝播のオールトゥオール通信</translation>
    </message>
    <message>
        <source>device_bandwidth</source>
        <translation>デバイスの帯域</translation>
    </message>
    <message>
        <source>gather_efficiency</source>
        <translation>ギャザーの効率</translation>
    </message>
    <message>
        <source>stream_efficiency</source>
        <translation>ストリーム効率</translation>
    </message>
    <message>
        <source>row_bytes</source>
        <translation>行のバイト数</translation>
    </message>
    <message>
        <source>id_bytes</source>
        <translation>ID のバイト数</translation>
    </message>
    <message>
        <source>bags</source>
        <translation>バッグ数</translation>
    </message>
    <message>
        <source>vector_bytes</source>
        <translation>ベクトルのバイト数</translation>
    </message>
    <message>
        <source>sort_bytes</source>
        <translation>整列のバイト数</translation>
    </message>
    <message>
        <source>rows_read_and_written</source>
        <translation>読み書きする行</translation>
    </message>
    <message>
        <source>row_and_state_bytes</source>
        <translation>行と状態のバイト数</translation>
    </message>
    <message>
        <source>no_misses</source>
        <translation>ミスなし</translation>
    </message>
    <message>
        <source>nvme_bandwidth</source>
        <translation>NVMe の帯域</translation>
    </message>
    <message>
        <source>host_bandwidth</source>
        <translation>ホストメモリの帯域</translation>
    </message>
    <message>
        <source>host_link_efficiency</source>
        <translation>ホストとのリンクの効率</translation>
    </message>
    <message>
        <source>rows_in_and_out</source>
        <translation>出入りする行</translation>
    </message>
    <message>
        <source>link_efficiency</source>
        <translation>リンクの効率</translation>
    </message>
    <message>
        <source>ids_sent</source>
        <translation>送る ID</translation>
    </message>
    <message>
        <source>bags_sent</source>
        <translation>送るバッグ数</translation>
    </message>
    <message>
        <source>vector_bytes_on_wire</source>
        <translation>通信するベクトルのバイト数</translation>
    </message>
    <message>
        <source>no_hot_rows</source>
        <translation>頻出行なし</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>shard_seconds</source>
        <translation>シャードの秒数</translation>
    </message>
    <message>
        <source>the search for least cost</source>
        <translation>費用最少の探索</translation>
    </message>
    <message>
        <source>%1 names no price of a device: give one (&quot;Device, an hour&quot;, --set price-device=3)</source>
        <translation>%1 にデバイスの価格がありません: 価格を指定してください（「デバイス、1 時間」、--set price-device=3）</translation>
    </message>
    <message>
        <source>the search for least energy</source>
        <translation>電力量最少の探索</translation>
    </message>
    <message>
        <source>%1 names no power of a device</source>
        <translation>%1 にデバイスの電力がありません</translation>
    </message>
    <message>
        <source>kernel_bandwidth</source>
        <translation>カーネルの帯域</translation>
    </message>
    <message>
        <source>intra_node_bandwidth</source>
        <translation>ノード内の帯域</translation>
    </message>
    <message>
        <source>inter_node_bandwidth</source>
        <translation>ノード間の帯域</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>ランク数</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>element_width</source>
        <translation>要素の幅</translation>
    </message>
    <message>
        <source>pooled_vectors</source>
        <translation>プールしたベクトル</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>columns_read</source>
        <translation>読む列数</translation>
    </message>
    <message>
        <source>narrow_row_penalty</source>
        <translation>狭い行の不利</translation>
    </message>
    <message>
        <source>forward_compute</source>
        <translation>順伝播の計算</translation>
    </message>
    <message>
        <source>backward_multiplier</source>
        <translation>逆伝播の倍率</translation>
    </message>
    <message>
        <source>weighted_multiplier</source>
        <translation>重み付きの倍率</translation>
    </message>
    <message>
        <source>backward_compute</source>
        <translation>逆伝播の計算</translation>
    </message>
    <message>
        <source>forward_comms</source>
        <translation>順伝播の通信</translation>
    </message>
    <message>
        <source>batched_copy</source>
        <translation>まとめたコピー</translation>
    </message>
    <message>
        <source>backward_comms</source>
        <translation>逆伝播の通信</translation>
    </message>
    <message>
        <source>devices_per_node</source>
        <translation>ノードあたりのデバイス数</translation>
    </message>
    <message>
        <source>nodes_counted</source>
        <translation>数えるノード数</translation>
    </message>
    <message>
        <source>more_than_two_nodes</source>
        <translation>2 ノードを超える分</translation>
    </message>
    <message>
        <source>elementwise_kernels</source>
        <translation>要素ごとの演算のカーネル数</translation>
    </message>
    <message>
        <source>rows_fetched</source>
        <translation>取り寄せる行</translation>
    </message>
    <message>
        <source>device_to_host_bandwidth</source>
        <translation>デバイスからホストへの帯域</translation>
    </message>
    <message>
        <source>prefetch</source>
        <translation>先読み</translation>
    </message>
    <message>
        <source>TorchRec has this kernel on CUDA devices only</source>
        <translation>TorchRec のこのカーネルは CUDA デバイス専用です</translation>
    </message>
    <message>
        <source>0 features</source>
        <translation>特徴量 0 個</translation>
    </message>
    <message>
        <source>input_lengths, batch_sizes and num_poolings differ in length</source>
        <translation>input_lengths、batch_sizes、num_poolings の長さが違います</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 個の数</translation>
    </message>
    <message>
        <source>flops_per_sample</source>
        <translation>1 サンプルの FLOP</translation>
    </message>
    <message>
        <source>elements_per_sample</source>
        <translation>1 サンプルの要素数</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>カーネル数</translation>
    </message>
    <message>
        <source>kernel_time</source>
        <translation>カーネル時間</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>バイト数</translation>
    </message>
    <message>
        <source>the hardware description has no engine or no device memory for it</source>
        <translation>ハードウェアの記述に、その演算器またはデバイスメモリがありません</translation>
    </message>
    <message>
        <source>bottom_mlp_forward</source>
        <translation>ボトム MLP の順伝播</translation>
    </message>
    <message>
        <source>interaction_and_top_mlp_forward</source>
        <translation>相互作用とトップ MLP の順伝播</translation>
    </message>
    <message>
        <source>bottom_mlp_backward</source>
        <translation>ボトム MLP の逆伝播</translation>
    </message>
    <message>
        <source>interaction_and_top_mlp_backward</source>
        <translation>相互作用とトップ MLP の逆伝播</translation>
    </message>
    <message>
        <source>dense_optimizer</source>
        <translation>密な部分のオプティマイザ</translation>
    </message>
    <message>
        <source>front_end_ceiling</source>
        <translation>フロントエンド網の上限</translation>
    </message>
    <message>
        <source>front_end_link</source>
        <translation>フロントエンドのリンク</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>表の数</translation>
    </message>
    <message>
        <source>length_bytes</source>
        <translation>長さのバイト数</translation>
    </message>
    <message>
        <source>dense_features_and_label</source>
        <translation>密な特徴量とラベル</translation>
    </message>
    <message>
        <source>feature_bytes</source>
        <translation>特徴量のバイト数</translation>
    </message>
    <message>
        <source>a degree of %1</source>
        <translation>次数 %1</translation>
    </message>
    <message>
        <source>a recommender&apos;s perceptrons are replicated and its tables sharded over the replicas</source>
        <translation>推薦モデルのパーセプトロンは複製され、表は複製の間で分割されます</translation>
    </message>
    <message>
        <source>a recommender has no stack of layers to cut</source>
        <translation>推薦モデルには切り分ける層の重なりがありません</translation>
    </message>
    <message>
        <source>another residency</source>
        <translation>別の置き場所</translation>
    </message>
    <message>
        <source>the placement chooses each table&apos;s tier</source>
        <translation>表ごとのメモリ階層は配置が選びます</translation>
    </message>
    <message>
        <source>asynchronous training on sharded tables</source>
        <translation>分割した表の非同期学習</translation>
    </message>
    <message>
        <source>devices that shard the tables update them together; parameter servers do not: name a cluster of PERSIA&apos;s roles as the hardware</source>
        <translation>表を分け持つデバイスは一斉に更新します。そうしないのはパラメータサーバです。ハードウェアに PERSIA の役割のクラスタを指定してください</translation>
    </message>
    <message>
        <source>shards_of_the_fullest_device</source>
        <translation>最も埋まったデバイスのシャード</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>batch_of_a_device</source>
        <translation>1 デバイスのバッチ</translation>
    </message>
    <message>
        <source>vectors_sent_and_received</source>
        <translation>送受信するベクトル</translation>
    </message>
    <message>
        <source>ids_of_two_batches</source>
        <translation>2 バッチの ID</translation>
    </message>
    <message>
        <source>id_width</source>
        <translation>ID の幅</translation>
    </message>
    <message>
        <source>exposed_bottom_mlp_forward</source>
        <translation>隠れないボトム MLP の順伝播</translation>
    </message>
    <message>
        <source>exposed_lookup</source>
        <translation>隠れないルックアップ</translation>
    </message>
    <message>
        <source>exposed_top_mlp_forward</source>
        <translation>隠れないトップ MLP の順伝播</translation>
    </message>
    <message>
        <source>exposed_top_mlp_backward</source>
        <translation>隠れないトップ MLP の逆伝播</translation>
    </message>
    <message>
        <source>exposed_bottom_mlp_backward</source>
        <translation>隠れないボトム MLP の逆伝播</translation>
    </message>
    <message>
        <source>exposed_update</source>
        <translation>隠れない更新</translation>
    </message>
    <message>
        <source>exposed_optimizer</source>
        <translation>隠れないオプティマイザ</translation>
    </message>
    <message>
        <source>exposed_id_all_to_all</source>
        <translation>隠れない ID のオールトゥオール</translation>
    </message>
    <message>
        <source>exposed_vector_all_to_all</source>
        <translation>隠れないベクトルのオールトゥオール通信</translation>
    </message>
    <message>
        <source>exposed_gradient_all_to_all</source>
        <translation>隠れない勾配のオールトゥオール通信</translation>
    </message>
    <message>
        <source>exposed_all_reduce</source>
        <translation>隠れないオールリデュース</translation>
    </message>
    <message>
        <source>exposed_ingest</source>
        <translation>隠れない取り込み</translation>
    </message>
    <message>
        <source>exposed_host</source>
        <translation>隠れないホスト時間</translation>
    </message>
    <message>
        <source>exposed_reader</source>
        <translation>隠れないリーダ</translation>
    </message>
    <message>
        <source>exposed_cache_misses</source>
        <translation>隠れないキャッシュミス</translation>
    </message>
    <message>
        <source>dense_slots</source>
        <translation>密なスロット</translation>
    </message>
    <message>
        <source>activations_per_sample</source>
        <translation>1 サンプルの活性値</translation>
    </message>
    <message>
        <source>a sixteenth of the model&apos;s device time</source>
        <translation>モデルのデバイス時間の 16 分の 1</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>lookup_of_the_busiest_device</source>
        <translation>最も忙しいデバイスのルックアップ</translation>
    </message>
    <message>
        <source>update_of_the_busiest_device</source>
        <translation>最も忙しいデバイスの更新</translation>
    </message>
    <message>
        <source>rows_missed_by_the_cache</source>
        <translation>キャッシュにない行</translation>
    </message>
    <message>
        <source>id_all_to_all</source>
        <translation>ID のオールトゥオール</translation>
    </message>
    <message>
        <source>vector_all_to_all</source>
        <translation>ベクトルのオールトゥオール通信</translation>
    </message>
    <message>
        <source>gradient_all_to_all</source>
        <translation>勾配のオールトゥオール通信</translation>
    </message>
    <message>
        <source>readers_that_keep_up</source>
        <translation>遅れないリーダ</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>リーダ</translation>
    </message>
    <message>
        <source>ingest</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>host_overhead</source>
        <translation>ホストのオーバーヘッド</translation>
    </message>
    <message>
        <source>device_path</source>
        <translation>デバイスへの経路</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>message_time</source>
        <translation>メッセージの時間</translation>
    </message>
    <message>
        <source>all_reduce_width</source>
        <translation>オールリデュースの幅</translation>
    </message>
    <message>
        <source>no_front_end_network_described</source>
        <translation>フロントエンド網の記述なし</translation>
    </message>
    <message>
        <source>top_mlp_forward</source>
        <translation>トップ MLP の順伝播</translation>
    </message>
    <message>
        <source>top_mlp_backward</source>
        <translation>トップ MLP の逆伝播</translation>
    </message>
    <message>
        <source>a choice for activations</source>
        <translation>活性値の選択</translation>
    </message>
    <message>
        <source>the model has no layers</source>
        <translation>モデルに層がありません</translation>
    </message>
    <message>
        <source>phased execution always recomputes</source>
        <translation>段階的実行は必ず再計算します</translation>
    </message>
    <message>
        <source>the plan runs each stage as one</source>
        <translation>計画は各ステージを一度に実行します</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>パイプライン</translation>
    </message>
    <message>
        <source>DualPipe&apos;s two directions</source>
        <translation>DualPipe の 2 方向</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <translation>マイクロバッチ数</translation>
    </message>
    <message>
        <source>no order of %1 holds so few micro-batches</source>
        <translation>これほど少ないマイクロバッチしか保持しない %1 の順序はありません</translation>
    </message>
    <message>
        <source>micro_batches_in_flight</source>
        <translation>処理中のマイクロバッチ</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>バブル</translation>
    </message>
    <message>
        <source>no rank holds stage %1</source>
        <translation>ステージ %1 を持つランクがありません</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 がありません</translation>
    </message>
    <message>
        <source>the backward of micro-batch %1 in stage %2 is missing</source>
        <translation>ステージ %2 のマイクロバッチ %1 の逆伝播がありません</translation>
    </message>
    <message>
        <source>stage %1 is on rank %2 and on rank %3</source>
        <translation>ステージ %1 がランク %2 とランク %3 の両方にあります</translation>
    </message>
    <message>
        <source>%1 stands twice</source>
        <translation>%1 が 2 回あります</translation>
    </message>
    <message>
        <source>an action such as 0F1, 0I1, 0W1, 0B1 or (0F7;7B3)OVERLAP_F_B instead of %1</source>
        <translation>%1 ではなく 0F1、0I1、0W1、0B1、(0F7;7B3)OVERLAP_F_B のような動作</translation>
    </message>
    <message>
        <source>ranks wait for each other: %1 of rank %2 can never start</source>
        <translation>ランクが互いに待ち合っています。ランク %2 の %1 を開始できません</translation>
    </message>
    <message>
        <source>%1 has no price: give one with --price</source>
        <translation>%1 には価格がありません。--price で指定してください</translation>
    </message>
    <message>
        <source>the schedule has %1 ranks, the plan %2 stages</source>
        <translation>スケジュールは %1 ランク、計画は %2 ステージです</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>資源</translation>
    </message>
    <message>
        <source>the stages of the schedule %1 wait for each other</source>
        <translation>スケジュール %1 のステージが互いに待ち合っています</translation>
    </message>
    <message>
        <source>simulating a step</source>
        <translation>ステップのシミュレーション</translation>
    </message>
    <message>
        <source>the model is a parameter count alone</source>
        <translation>モデルがパラメータ数だけで与えられています</translation>
    </message>
    <message>
        <source>board_power</source>
        <translation>基板の電力</translation>
    </message>
    <message>
        <source>energy_per_step</source>
        <translation>1 ステップのエネルギー</translation>
    </message>
    <message>
        <source>draw_of_products</source>
        <translation>行列積の消費電力</translation>
    </message>
    <message>
        <source>draw_of_memory</source>
        <translation>メモリの消費電力</translation>
    </message>
    <message>
        <source>draw_when_idle</source>
        <translation>待機時の消費電力</translation>
    </message>
    <message>
        <source>training_tokens</source>
        <translation>学習のトークン数</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>エポック数</translation>
    </message>
    <message>
        <source>dataset_samples</source>
        <translation>データセットのサンプル数</translation>
    </message>
    <message>
        <source>training_samples</source>
        <translation>学習のサンプル数</translation>
    </message>
    <message>
        <source>training_steps</source>
        <translation>学習のステップ数</translation>
    </message>
    <message>
        <source>training_time</source>
        <translation>学習全体の時間</translation>
    </message>
    <message>
        <source>training_energy</source>
        <translation>学習全体のエネルギー</translation>
    </message>
    <message>
        <source>training_cost</source>
        <translation>学習全体の費用</translation>
    </message>
    <message>
        <source>cost_per_step</source>
        <translation>1 ステップの費用</translation>
    </message>
    <message>
        <source>price_of_a_device</source>
        <translation>1 デバイスの価格</translation>
    </message>
    <message>
        <source>stage_forward</source>
        <translation>ステージの順伝播</translation>
    </message>
    <message>
        <source>stage_backward</source>
        <translation>ステージの逆伝播</translation>
    </message>
    <message>
        <source>elements_moved</source>
        <translation>移動する要素</translation>
    </message>
    <message>
        <source>layer_flops</source>
        <translation>層の FLOP</translation>
    </message>
    <message>
        <source>behind_computing</source>
        <translation>計算の裏に隠れる時間</translation>
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
        <source>exposed_communication</source>
        <translation>隠れない通信</translation>
    </message>
    <message>
        <source>weight_gradients</source>
        <translation>重みの勾配</translation>
    </message>
    <message>
        <source>below_power_limit</source>
        <translation>電力上限までの余裕</translation>
    </message>
    <message>
        <source>slower_by_io_tiles</source>
        <translation>IO タイルによる低下</translation>
    </message>
    <message>
        <source>stage_recompute</source>
        <translation>ステージの再計算</translation>
    </message>
    <message>
        <source>stage_products</source>
        <translation>ステージの行列積</translation>
    </message>
    <message>
        <source>bubble_and_sends</source>
        <translation>バブルと送信</translation>
    </message>
    <message>
        <source>products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>other_computing</source>
        <translation>その他の計算</translation>
    </message>
    <message>
        <source>the allocator simulation has no operations for it</source>
        <translation>アロケータのシミュレーションに対応する演算がありません</translation>
    </message>
    <message>
        <source>a model without a language-model head</source>
        <translation>言語モデルの出力層のないモデル</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隠れ幅</translation>
    </message>
    <message>
        <source>these degrees of sharding</source>
        <translation>これらの分割数</translation>
    </message>
    <message>
        <source>ZeRO&apos;s stages shard the optimizer&apos;s state, with it the gradients, with these the weights</source>
        <translation>ZeRO の各ステージはオプティマイザ状態を、次に勾配を、さらに重みを分割します</translation>
    </message>
    <message>
        <source>autocast under DeepSpeed</source>
        <translation>DeepSpeed での autocast</translation>
    </message>
    <message>
        <source>whole weights outside the device</source>
        <translation>デバイスの外に置く重み全体</translation>
    </message>
    <message>
        <source>a model cut over devices</source>
        <translation>デバイス間で分割したモデル</translation>
    </message>
    <message>
        <source>sharding without fully_shard or ZeRO</source>
        <translation>fully_shard も ZeRO も使わない分割</translation>
    </message>
    <message>
        <source>different degrees of sharding</source>
        <translation>異なる分割数</translation>
    </message>
    <message>
        <source>fully_shard shards all three alike</source>
        <translation>fully_shard は三つを同じ数で分割します</translation>
    </message>
    <message>
        <source>fused cross entropy</source>
        <translation>融合した交差エントロピー</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>マスター重み</translation>
    </message>
    <message>
        <source>more than a tensor-parallel stage</source>
        <translation>テンソル並列の 1 ステージを超えるもの</translation>
    </message>
    <message>
        <source>experts under tensor parallelism</source>
        <translation>テンソル並列でのエキスパート</translation>
    </message>
    <message>
        <source>they need sequence parallelism</source>
        <translation>シーケンス並列が必要です</translation>
    </message>
    <message>
        <source>expert feed-forward</source>
        <translation>エキスパートのフィードフォワード幅</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>層数</translation>
    </message>
    <message>
        <source>sharded weights or gradients</source>
        <translation>分割した重みや勾配</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>シーケンス長</translation>
    </message>
    <message>
        <source>experts or context parallelism under PopART</source>
        <translation>PopART でのエキスパートやコンテキスト並列</translation>
    </message>
    <message>
        <source>this schedule under PopART</source>
        <translation>PopART でのこのスケジュール</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>ヘッド数</translation>
    </message>
    <message>
        <source>a step of this size</source>
        <translation>この大きさのステップ</translation>
    </message>
    <message>
        <source>no device holds a tensor of it</source>
        <translation>そのテンソルを保持できるデバイスがありません</translation>
    </message>
    <message>
        <source>2D tensor parallelism</source>
        <translation>2D テンソル並列</translation>
    </message>
    <message>
        <source>activations outside the device</source>
        <translation>デバイスの外に置く活性値</translation>
    </message>
    <message>
        <source>optimizer state outside the device</source>
        <translation>デバイスの外に置くオプティマイザ状態</translation>
    </message>
    <message>
        <source>weights outside the device</source>
        <translation>デバイスの外に置く重み</translation>
    </message>
    <message>
        <source>gradients outside the device</source>
        <translation>デバイスの外に置く勾配</translation>
    </message>
    <message>
        <source>8-bit weights</source>
        <translation>8 ビットの重み</translation>
    </message>
    <message>
        <source>this implementation</source>
        <translation>この実装</translation>
    </message>
    <message>
        <source>ring_latency</source>
        <translation>リング一周の遅延</translation>
    </message>
    <message>
        <source>tree_depth</source>
        <translation>木の深さ</translation>
    </message>
    <message>
        <source>tree_all_reduce</source>
        <translation>ツリー型オールリデュース</translation>
    </message>
    <message>
        <source>levels_all_reduce</source>
        <translation>階層型オールリデュース</translation>
    </message>
    <message>
        <source>switch_all_reduce</source>
        <translation>スイッチ内オールリデュース</translation>
    </message>
    <message>
        <source>hop_latency</source>
        <translation>ホップの遅延</translation>
    </message>
    <message>
        <source>log2_of_ranks</source>
        <translation>ランク数の対数（底 2）</translation>
    </message>
    <message>
        <source>node_bandwidth</source>
        <translation>ノードの帯域</translation>
    </message>
    <message>
        <source>group_bandwidth</source>
        <translation>グループの帯域</translation>
    </message>
    <message>
        <source>link_latency</source>
        <translation>リンクの遅延</translation>
    </message>
    <message>
        <source>link_bandwidth</source>
        <translation>リンクの帯域</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起動時間</translation>
    </message>
    <message>
        <source>machines_between</source>
        <translation>間にあるマシン数</translation>
    </message>
    <message>
        <source>members_in_node</source>
        <translation>ノード内のメンバー数</translation>
    </message>
    <message>
        <source>gather_or_scatter</source>
        <translation>ギャザーまたはスキャッター</translation>
    </message>
    <message>
        <source>all_to_all</source>
        <translation>オールトゥオール通信</translation>
    </message>
    <message>
        <source>incast</source>
        <translation>インキャスト</translation>
    </message>
    <message>
        <source>send</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>no step was found</source>
        <translation>ステップが見つかりません</translation>
    </message>
    <message>
        <source>a cache without a header</source>
        <translation>ヘッダのないキャッシュ</translation>
    </message>
    <message>
        <source>a cache that is cut short</source>
        <translation>途中で切れたキャッシュ</translation>
    </message>
    <message>
        <source>a cache whose checksums do not match</source>
        <translation>チェックサムが一致しないキャッシュ</translation>
    </message>
    <message>
        <source>a cache that another user may have written</source>
        <translation>別の利用者が書いた可能性のあるキャッシュ</translation>
    </message>
    <message>
        <source>a cache of other files, or of another state of them</source>
        <translation>別のファイル、または別の状態のファイルのキャッシュ</translation>
    </message>
    <message>
        <source>a cache with a damaged record</source>
        <translation>記録の壊れたキャッシュ</translation>
    </message>
    <message>
        <source>a cache with damaged sums</source>
        <translation>集計の壊れたキャッシュ</translation>
    </message>
    <message>
        <source>columns without a header</source>
        <translation>ヘッダのない列データ</translation>
    </message>
    <message>
        <source>columns of another version</source>
        <translation>別のバージョンの列データ</translation>
    </message>
    <message>
        <source>columns outside of their file</source>
        <translation>ファイルの外を指す列データ</translation>
    </message>
    <message>
        <source>columns with a damaged record</source>
        <translation>記録の壊れた列データ</translation>
    </message>
    <message>
        <source>columns whose numbers lead nowhere</source>
        <translation>番号の指す先がない列データ</translation>
    </message>
    <message>
        <source>this kind of file</source>
        <translation>この種類のファイル</translation>
    </message>
    <message>
        <source>a run is written as .json, .json.gz, .pftrace or .perfetto-trace</source>
        <translation>実行は .json、.json.gz、.pftrace、.perfetto-trace のいずれかで書き出します</translation>
    </message>
    <message>
        <source>zlib cannot compress it</source>
        <translation>zlib が圧縮できません</translation>
    </message>
    <message>
        <source>the archive</source>
        <translation>アーカイブ</translation>
    </message>
    <message>
        <source>compressed data that unfold more than %1 times</source>
        <translation>%1 倍を超えて展開される圧縮データ</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>入出力エラー</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>メモリが足りません</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>%1 を超える</translation>
    </message>
    <message>
        <source>JSON without &quot;%1&quot;</source>
        <translation>&quot;%1&quot; のない JSON</translation>
    </message>
    <message>
        <source>another protobuf message</source>
        <translation>別の protobuf メッセージ</translation>
    </message>
    <message>
        <source>a table without timestamps</source>
        <translation>時刻のない表</translation>
    </message>
    <message>
        <source>another pickled value</source>
        <translation>別の pickle 値</translation>
    </message>
    <message>
        <source>a list that appears in two places</source>
        <translation>2 か所に現れるリスト</translation>
    </message>
    <message>
        <source>lists of numbers</source>
        <translation>数のリスト</translation>
    </message>
    <message>
        <source>the pickle ends without STOP</source>
        <translation>pickle が STOP なしで終わっています</translation>
    </message>
    <message>
        <source>the pickle does not leave one value</source>
        <translation>pickle が 1 つの値を残しません</translation>
    </message>
    <message>
        <source>an unknown pickle opcode</source>
        <translation>不明な pickle オペコード</translation>
    </message>
    <message>
        <source>pickle opcode %1</source>
        <translation>pickle オペコード %1</translation>
    </message>
    <message>
        <source>only plain data is read; nothing in a pickle is ever run</source>
        <translation>単純なデータだけを読みます。pickle の中身を実行することはありません</translation>
    </message>
    <message>
        <source>the pickle is cut short</source>
        <translation>pickle が途中で切れています</translation>
    </message>
    <message>
        <source>a text of more than 4 GiB</source>
        <translation>4 GiB を超えるテキスト</translation>
    </message>
    <message>
        <source>a pickle protocol later than 5</source>
        <translation>5 より新しい pickle プロトコル</translation>
    </message>
    <message>
        <source>a text without quotes</source>
        <translation>引用符のないテキスト</translation>
    </message>
    <message>
        <source>a number that is none</source>
        <translation>数になっていない数</translation>
    </message>
    <message>
        <source>an item without the list or dict it belongs to</source>
        <translation>属するリストや dict のない要素</translation>
    </message>
    <message>
        <source>a key without value</source>
        <translation>値のないキー</translation>
    </message>
    <message>
        <source>no mark on the stack</source>
        <translation>スタックにマークがありません</translation>
    </message>
    <message>
        <source>too few values on the stack</source>
        <translation>スタックの値が足りません</translation>
    </message>
    <message>
        <source>a memo number that is none</source>
        <translation>数になっていないメモ番号</translation>
    </message>
    <message>
        <source>a memo number out of order</source>
        <translation>順序の違うメモ番号</translation>
    </message>
    <message>
        <source>a memo number that nothing was stored under</source>
        <translation>何も保存されていないメモ番号</translation>
    </message>
    <message>
        <source>the SQLite database: %1</source>
        <translation>SQLite データベース: %1</translation>
    </message>
    <message>
        <source>a log of NCCL without times (NCCL_DEBUG_TIMESTAMP_LEVELS lets it write them)</source>
        <translation>時刻のない NCCL のログ（NCCL_DEBUG_TIMESTAMP_LEVELS を設定すると時刻が書かれます）</translation>
    </message>
    <message>
        <source>a folder or archive without a trace</source>
        <translation>トレースのないフォルダまたはアーカイブ</translation>
    </message>
    <message>
        <source>not a pack</source>
        <translation>パックではありません</translation>
    </message>
    <message>
        <source>a pack of version %1</source>
        <translation>バージョン %1 のパック</translation>
    </message>
    <message>
        <source>this program knows version %1</source>
        <translation>このプログラムが扱うのはバージョン %1 です</translation>
    </message>
    <message>
        <source>the pack is cut short</source>
        <translation>パックが途中で切れています</translation>
    </message>
    <message>
        <source>bytes between the sections</source>
        <translation>セクションの間に余分なバイトがあります</translation>
    </message>
    <message>
        <source>bytes behind the pack</source>
        <translation>パックの後に余分なバイトがあります</translation>
    </message>
    <message>
        <source>a section&apos;s checksum does not match</source>
        <translation>セクションのチェックサムが一致しません</translation>
    </message>
    <message>
        <source>the report&apos;s section</source>
        <translation>レポートのセクション</translation>
    </message>
    <message>
        <source>the arguments&apos; section</source>
        <translation>引数のセクション</translation>
    </message>
    <message>
        <source>the section of memory snapshots</source>
        <translation>メモリスナップショットのセクション</translation>
    </message>
    <message>
        <source>this statement</source>
        <translation>この文</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>a NUL character</source>
        <translation>NUL 文字</translation>
    </message>
    <message>
        <source>no statement</source>
        <translation>文がありません</translation>
    </message>
    <message>
        <source>a parameter without a value</source>
        <translation>値のないパラメータ</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ZIP アーカイブ</translation>
    </message>
    <message>
        <source>neither JSON nor gzip</source>
        <translation>JSON でも gzip でもないもの</translation>
    </message>
    <message>
        <source>--largest-model for %1</source>
        <translation>%1 の --largest-model</translation>
    </message>
    <message>
        <source>its layers are not all alike</source>
        <translation>層がすべて同じではありません</translation>
    </message>
    <message>
        <source>a schedule alone has no such option; name a model and hardware</source>
        <translation>スケジュールだけの場合、このオプションは使えません。モデルとハードウェアを指定してください</translation>
    </message>
    <message>
        <source>the schedule file says it</source>
        <translation>スケジュールファイルに書かれています</translation>
    </message>
    <message>
        <source>it would be overwritten by what is made of it</source>
        <translation>そこから作るものに上書きされます</translation>
    </message>
    <message>
        <source>only persia has choices</source>
        <translation>選択肢があるのは persia だけです</translation>
    </message>
    <message>
        <source>only global-config has choices</source>
        <translation>選択肢があるのは global-config だけです</translation>
    </message>
    <message>
        <source>--out and --model-out are one file</source>
        <translation>--out と --model-out が同じファイルです</translation>
    </message>
    <message>
        <source>its step cannot be timed</source>
        <translation>そのステップの時間を求められません</translation>
    </message>
    <message>
        <source>a schedule alone is written as .csv</source>
        <translation>スケジュールだけの場合は .csv で書き出します</translation>
    </message>
    <message>
        <source>only a schedule alone, without model and hardware, takes this option</source>
        <translation>モデルとハードウェアのないスケジュールだけの場合に限り、このオプションを使えます</translation>
    </message>
    <message>
        <source>hidden width</source>
        <translation>隠れ幅</translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation>アテンションヘッド数</translation>
    </message>
    <message>
        <source>key/value heads</source>
        <translation>キー・バリューのヘッド数</translation>
    </message>
    <message>
        <source>feed-forward width</source>
        <translation>フィードフォワード幅</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>系列長</translation>
    </message>
    <message>
        <source>sequence length / context</source>
        <translation>系列長 / コンテキスト</translation>
    </message>
    <message>
        <source>expert width</source>
        <translation>エキスパートの幅</translation>
    </message>
    <message>
        <source>decoder sequence length</source>
        <translation>デコーダの系列長</translation>
    </message>
    <message>
        <source>memory tier &quot;%1&quot;</source>
        <translation>メモリ階層 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>link of level &quot;%1&quot;</source>
        <translation>レベル &quot;%1&quot; のリンク</translation>
    </message>
    <message>
        <source>hardware_flops_per_sample</source>
        <translation>サンプルあたりのハードウェア FLOP</translation>
    </message>
    <message>
        <source>model_flops_per_sample</source>
        <translation>サンプルあたりのモデル FLOP</translation>
    </message>
    <message>
        <source>data_loader</source>
        <translation>データローダ</translation>
    </message>
    <message>
        <source>embedding_worker</source>
        <translation>埋め込みワーカー</translation>
    </message>
    <message>
        <source>parameter_server</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>nn_worker</source>
        <translation>NN ワーカー</translation>
    </message>
    <message>
        <source>embedding_shards</source>
        <translation>埋め込みのシャード</translation>
    </message>
    <message>
        <source>all_to_all_buffers</source>
        <translation>オールトゥオールのバッファ</translation>
    </message>
    <message>
        <source>dense_weights</source>
        <translation>密な部分の重み</translation>
    </message>
    <message>
        <source>dense_gradients</source>
        <translation>密な部分の勾配</translation>
    </message>
    <message>
        <source>dense_optimizer_state</source>
        <translation>密な部分のオプティマイザ状態</translation>
    </message>
    <message>
        <source>dense_master_weights</source>
        <translation>密な部分のマスター重み</translation>
    </message>
    <message>
        <source>wait_for_optimizer</source>
        <translation>オプティマイザ待ち</translation>
    </message>
    <message>
        <source>JSON with an error (%1)</source>
        <translation>誤りのある JSON (%1)</translation>
    </message>
    <message>
        <source>%1 has no engine for them</source>
        <translation>%1 にはその演算器がありません</translation>
    </message>
    <message>
        <source>%1 products</source>
        <translation>%1 の行列積</translation>
    </message>
    <message>
        <source>all_gather</source>
        <translation>オールギャザー</translation>
    </message>
    <message>
        <source>cast_operand</source>
        <translation>オペランドの変換</translation>
    </message>
    <message>
        <source>cast_rate</source>
        <translation>変換の速度</translation>
    </message>
    <message>
        <source>cast_row</source>
        <translation>変換の行あたり時間</translation>
    </message>
    <message>
        <source>cast_start</source>
        <translation>変換の開始</translation>
    </message>
    <message>
        <source>cluster_collectives</source>
        <translation>ノード間集合通信の倍率</translation>
    </message>
    <message>
        <source>cluster_hop</source>
        <translation>ノード間ホップ</translation>
    </message>
    <message>
        <source>node_collectives</source>
        <translation>ノード内集合通信の倍率</translation>
    </message>
    <message>
        <source>pipeline_stall</source>
        <translation>パイプライン送信の停止</translation>
    </message>
    <message>
        <source>pipelined_hop</source>
        <translation>パイプライン併用時のホップ</translation>
    </message>
    <message>
        <source>reduce_scatter</source>
        <translation>リデューススキャッター</translation>
    </message>
    <message>
        <source>share_of_port</source>
        <translation>ポートの達成割合</translation>
    </message>
    <message>
        <source>stall_nodes</source>
        <translation>停止が起きるノード数</translation>
    </message>
    <message>
        <source>stalls</source>
        <translation>ネットワークの停止</translation>
    </message>
    <message>
        <source>an objective is said twice</source>
        <translation>同じ目的が二度指定されています</translation>
    </message>
    <message>
        <source>a whole number of the answer</source>
        <translation>結果の整数</translation>
    </message>
    <message>
        <source>%1 belongs to another version</source>
        <translation>%1 は別のバージョンのものです</translation>
    </message>
    <message>
        <source>worker %1, which read it, was killed by signal %2 (%3)</source>
        <translation>読み込んでいたワーカー %1 がシグナル %2(%3)で強制終了されました</translation>
    </message>
    <message>
        <source>worker %1, which read it, ended with exit code %2</source>
        <translation>読み込んでいたワーカー %1 が終了コード %2 で終了しました</translation>
    </message>
    <message>
        <source>the search of recommendation models does not heed it</source>
        <translation>推薦モデルの探索はこれを考慮しません</translation>
    </message>
    <message>
        <source>only recommendation models are asked it</source>
        <translation>推薦モデルだけに指定できます</translation>
    </message>
    <message>
        <source>%1 is said twice: %2, %3</source>
        <translation>%1 が 2 回指定されています: %2、%3</translation>
    </message>
    <message>
        <source>%1 has no use for it</source>
        <translation>%1 では使われません</translation>
    </message>
    <message>
        <source>%1 is said twice</source>
        <translation>%1 が 2 回指定されています</translation>
    </message>
    <message>
        <source>a compressed file here</source>
        <translation>ここでの圧縮ファイル</translation>
    </message>
    <message>
        <source>it is gzip&apos;s; unpack it first (gunzip). Only where a trace is wanted it is read as it is</source>
        <translation>gzip で圧縮されています。先に展開してください(gunzip)。そのまま読まれるのはトレースを指定する場所だけです</translation>
    </message>
    <message>
        <source>the gzip file is cut short, and what is left of it says nothing</source>
        <translation>gzip ファイルが途中で切れており、残りからは何もわかりません</translation>
    </message>
    <message>
        <source>what gzip compressed is damaged, and what comes before says nothing</source>
        <translation>gzip で圧縮されたデータが壊れており、その手前からは何もわかりません</translation>
    </message>
    <message>
        <source>bytes do not ascend from above 0</source>
        <translation>バイト数が 0 より大きい値から昇順になっていません</translation>
    </message>
    <message>
        <source>number format</source>
        <translation>数値形式</translation>
    </message>
    <message>
        <source>elements_kept_a_sample</source>
        <translation>1 サンプルで保持する要素数</translation>
    </message>
    <message>
        <source>elements_of_the_largest_block</source>
        <translation>最大のブロックの要素数</translation>
    </message>
    <message>
        <source>simulation_beyond_closed_form</source>
        <translation>シミュレーションが閉形式を上回る分</translation>
    </message>
    <message>
        <source>simulation_below_closed_form</source>
        <translation>シミュレーションが閉形式を下回る分</translation>
    </message>
    <message>
        <source>allocator_simulation</source>
        <translation>アロケータのシミュレーション</translation>
    </message>
    <message>
        <source>this implementation on %1</source>
        <translation>%1 上のこの実装</translation>
    </message>
    <message>
        <source>the allocator simulation knows PopART&apos;s programs there</source>
        <translation>そこではアロケータのシミュレーションは PopART のプログラムだけを扱います</translation>
    </message>
    <message>
        <source>layers of separate kernels</source>
        <translation>個別カーネルの層</translation>
    </message>
    <message>
        <source>the allocator simulation has no embedding, head and optimizer for them</source>
        <translation>アロケータのシミュレーションにはその埋め込み・出力層・オプティマイザがありません</translation>
    </message>
    <message>
        <source>expert_exposed</source>
        <translation>隠れないエキスパート通信の割合</translation>
    </message>
    <message>
        <source>communicators_of_two</source>
        <translation>2 ランクのコミュニケータ数</translation>
    </message>
    <message>
        <source>communicator_of_two</source>
        <translation>2 ランクのコミュニケータ</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>コミュニケータ数</translation>
    </message>
    <message>
        <source>communicator</source>
        <translation>コミュニケータ</translation>
    </message>
    <message>
        <source>&quot;allocatable&quot; is above &quot;capacity&quot;</source>
        <translation>&quot;allocatable&quot; が &quot;capacity&quot; を超えています</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>バッファ</translation>
    </message>
    <message>
        <source>a schedule of pipelines</source>
        <translation>パイプラインのスケジュール</translation>
    </message>
    <message>
        <source>a recommender&apos;s tables are sharded, its layers are not</source>
        <translation>推薦モデルではテーブルが分割され、層は分割されません</translation>
    </message>
    <message>
        <source>the same file is given twice</source>
        <translation>同じファイルが 2 回指定されています</translation>
    </message>
    <message>
        <source>no file tells its rank</source>
        <translation>ランクを示すファイルがありません</translation>
    </message>
    <message>
        <source>its entries cannot be listed</source>
        <translation>中身を一覧できません</translation>
    </message>
    <message>
        <source>%1 layer types for %2 layers</source>
        <translation>%2 層に対して層の種類が %1 個</translation>
    </message>
    <message>
        <source>expert_tensor below tensor needs sequence_parallel</source>
        <translation>tensor より小さい expert_tensor には sequence_parallel が必要です</translation>
    </message>
    <message>
        <source>attended_share</source>
        <translation>注目するキーの割合</translation>
    </message>
    <message>
        <source>expert_slices</source>
        <translation>エキスパート内のテンソル分割数</translation>
    </message>
    <message>
        <source>tokens_of_expert_slices</source>
        <translation>エキスパートを共有するランクのトークン</translation>
    </message>
    <message>
        <source>a run is only read: SELECT, WITH, VALUES, EXPLAIN, CREATE TEMP VIEW</source>
        <translation>ランは読むだけです：SELECT、WITH、VALUES、EXPLAIN、CREATE TEMP VIEW</translation>
    </message>
    <message>
        <source>rows of a statement that is not the last</source>
        <translation>最後でない文の結果行</translation>
    </message>
    <message>
        <source>%1 figures</source>
        <translation>数値%1個</translation>
    </message>
    <message>
        <source>--micro-batch max is looked for with a number of --io-tiles</source>
        <translation>--micro-batch max は --io-tiles に数を与えて求める</translation>
    </message>
    <message>
        <source>gradient_buckets</source>
        <translation>勾配のバケット数</translation>
    </message>
    <message>
        <source>loss_by_scaling_law</source>
        <translation>スケーリング則による損失</translation>
    </message>
    <message>
        <source>loss_of_the_text_itself</source>
        <translation>テキスト自体の損失</translation>
    </message>
    <message>
        <source>loss_for_too_few_parameters</source>
        <translation>パラメータ不足による損失</translation>
    </message>
    <message>
        <source>loss_for_too_few_tokens</source>
        <translation>トークン不足による損失</translation>
    </message>
    <message>
        <source>work by several processes</source>
        <translation>複数プロセスでの処理</translation>
    </message>
    <message>
        <source>the part that knows Open MPI, %1, is not installed; without mpirun one process does all</source>
        <translation>Open MPI を扱う部品 %1 がインストールされていません。mpirun を使わなければ 1 つのプロセスがすべて行います</translation>
    </message>
    <message>
        <source>another file</source>
        <translation>別のファイル</translation>
    </message>
    <message>
        <source>what search --resume writes</source>
        <translation>search --resume が書くファイル</translation>
    </message>
    <message>
        <source>going on from it</source>
        <translation>そこからの続行</translation>
    </message>
    <message>
        <source>it keeps another search, or one of other files or another version</source>
        <translation>別の探索、または別のファイルや別のバージョンの探索が保存されています</translation>
    </message>
    <message>
        <source>how far the search was</source>
        <translation>探索の進み具合</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>execution traces are written of steps of transformers&apos; plans</source>
        <translation>実行トレースは Transformer の計画のステップについて書き出します</translation>
    </message>
    <message>
        <source>the model is not in the catalogue</source>
        <translation>モデルがカタログにありません</translation>
    </message>
    <message>
        <source>the machine is not in the catalogue</source>
        <translation>マシンがカタログにありません</translation>
    </message>
    <message>
        <source>it does not say how the work was divided</source>
        <translation>作業の分割が書かれていません</translation>
    </message>
    <message>
        <source>it does not say how large the batch was</source>
        <translation>バッチの大きさが書かれていません</translation>
    </message>
    <message>
        <source>it does not say how long the samples were</source>
        <translation>サンプルの長さが書かれていません</translation>
    </message>
    <message>
        <source>its schedule is none of a plan&apos;s</source>
        <translation>そのスケジュールは計画にありません</translation>
    </message>
    <message>
        <source>recurrence_inputs</source>
        <translation>再帰層の入力</translation>
    </message>
    <message>
        <source>recurrence_width</source>
        <translation>再帰層の幅</translation>
    </message>
    <message>
        <source>recurrence_convolved</source>
        <translation>再帰層の畳み込み幅</translation>
    </message>
    <message>
        <source>scan_products</source>
        <translation>チャンク内の積</translation>
    </message>
    <message>
        <source>state_of_a_layer</source>
        <translation>1 層の状態</translation>
    </message>
    <message>
        <source>tokens_of_a_chunk</source>
        <translation>チャンクのトークン数</translation>
    </message>
    <message>
        <source>width_of_experts</source>
        <translation>エキスパートの幅</translation>
    </message>
    <message>
        <source>prediction_norms</source>
        <translation>予測モジュールの正規化</translation>
    </message>
    <message>
        <source>prediction_projection</source>
        <translation>予測モジュールの射影</translation>
    </message>
    <message>
        <source>gated_attention</source>
        <translation>ゲート付きアテンション</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>畳み込み</translation>
    </message>
    <message>
        <source>chunk_products</source>
        <translation>チャンクの積</translation>
    </message>
    <message>
        <source>chunk_inputs</source>
        <translation>チャンクの入力</translation>
    </message>
    <message>
        <source>chunk_states</source>
        <translation>チャンクの状態</translation>
    </message>
    <message>
        <source>chunk_products_again</source>
        <translation>チャンクの積（再計算）</translation>
    </message>
    <message>
        <source>chunk_input_gradients</source>
        <translation>チャンクの入力勾配</translation>
    </message>
    <message>
        <source>chunk_state_gradients</source>
        <translation>チャンクの状態勾配</translation>
    </message>
    <message>
        <source>gated_norm</source>
        <translation>ゲート付き正規化</translation>
    </message>
    <message>
        <source>expert_width_down</source>
        <translation>エキスパートの幅への射影</translation>
    </message>
    <message>
        <source>expert_width_up</source>
        <translation>隠れ層の幅への射影</translation>
    </message>
    <message>
        <source>inverse_of_a_chunk</source>
        <translation>チャンクの逆行列</translation>
    </message>
    <message>
        <source>recurrence</source>
        <translation>再帰層</translation>
    </message>
    <message>
        <source>no_attention_core</source>
        <translation>アテンションなし</translation>
    </message>
    <message>
        <source>prediction_modules</source>
        <translation>予測モジュール</translation>
    </message>
    <message>
        <source>context above 1 is not covered for recurrent layers</source>
        <translation>再帰層では context を 1 より大きくできません</translation>
    </message>
    <message>
        <source>layers_of_one_part</source>
        <translation>1 部分だけの層</translation>
    </message>
    <message>
        <source>heads of the recurrence</source>
        <translation>再帰層のヘッド</translation>
    </message>
    <message>
        <source>groups of the recurrence</source>
        <translation>再帰層のグループ</translation>
    </message>
    <message>
        <source>multi-token prediction</source>
        <translation>複数トークン予測</translation>
    </message>
    <message>
        <source>a report of Nsight Compute (.ncu-rep)</source>
        <translation>Nsight Compute のレポート（.ncu-rep）</translation>
    </message>
    <message>
        <source>it holds figures of single kernels and no timeline: &quot;ncu --import FILE --csv&quot; prints them, &quot;nsys profile&quot; records a timeline</source>
        <translation>個々のカーネルの値だけでタイムラインはありません。&quot;ncu --import FILE --csv&quot; で表示し、&quot;nsys profile&quot; でタイムラインを記録できます。</translation>
    </message>
    <message>
        <source>a report of Nsight Systems (.nsys-rep, .qdrep, .qdstrm)</source>
        <translation>Nsight Systems のレポート（.nsys-rep、.qdrep、.qdstrm）</translation>
    </message>
    <message>
        <source>&quot;nsys export --type sqlite FILE&quot; makes a database that is read (of a .qdstrm, QdstrmImporter makes a report first)</source>
        <translation>&quot;nsys export --type sqlite FILE&quot; で読めるデータベースになります（.qdstrm は先に QdstrmImporter でレポートにします）。</translation>
    </message>
    <message>
        <source>a profile of pprof</source>
        <translation>pprof のプロファイル</translation>
    </message>
    <message>
        <source>it holds sums over stacks and no times; &quot;py-spy record --format speedscope&quot; and torch.profiler record what is read</source>
        <translation>スタックごとの合計だけで時刻がありません。&quot;py-spy record --format speedscope&quot; と torch.profiler は読めるものを記録します。</translation>
    </message>
    <message>
        <source>metrics or logs of OpenTelemetry (OTLP JSON)</source>
        <translation>OpenTelemetry のメトリクスまたはログ（OTLP JSON）</translation>
    </message>
    <message>
        <source>spans are read (&quot;resourceSpans&quot;), and metrics as the collector&apos;s prometheus exporter writes them</source>
        <translation>スパン（&quot;resourceSpans&quot;）と、コレクターの prometheus エクスポーターが書くメトリクスを読めます。</translation>
    </message>
    <message>
        <source>spans as Jaeger&apos;s API answers them</source>
        <translation>Jaeger の API が返すスパン</translation>
    </message>
    <message>
        <source>the file exporter of OpenTelemetry&apos;s collector writes what is read (OTLP JSON)</source>
        <translation>OpenTelemetry コレクターのファイルエクスポーターは読めるもの（OTLP JSON）を書きます。</translation>
    </message>
    <message>
        <source>a table of rocprofv3&apos;s counters</source>
        <translation>rocprofv3 のカウンタの表</translation>
    </message>
    <message>
        <source>&quot;rocprofv3 --kernel-trace --output-format csv&quot; (or json) records times, which are read</source>
        <translation>&quot;rocprofv3 --kernel-trace --output-format csv&quot;（または json）は読める時刻を記録します。</translation>
    </message>
    <message>
        <source>a table of rocprof (the first)</source>
        <translation>rocprof（初代）の表</translation>
    </message>
    <message>
        <source>&quot;rocprofv3 --kernel-trace --output-format csv&quot; (or json) records what is read</source>
        <translation>&quot;rocprofv3 --kernel-trace --output-format csv&quot;（または json）は読めるものを記録します。</translation>
    </message>
    <message>
        <source>a table of Nsight Compute (ncu --csv)</source>
        <translation>Nsight Compute の表（ncu --csv）</translation>
    </message>
    <message>
        <source>it holds figures of single kernels and no times; &quot;nsys profile&quot; and &quot;nsys export --type sqlite&quot; make what is read</source>
        <translation>個々のカーネルの値だけで時刻がありません。&quot;nsys profile&quot; と &quot;nsys export --type sqlite&quot; で読めるものになります。</translation>
    </message>
    <message>
        <source>a table of DCGM (dcgmi dmon)</source>
        <translation>DCGM の表（dcgmi dmon）</translation>
    </message>
    <message>
        <source>it has no times: dcgm-exporter&apos;s text and Prometheus&apos; query results are read, and &quot;nvidia-smi --query-gpu=timestamp,… --format=csv&quot;</source>
        <translation>時刻がありません。dcgm-exporter のテキスト、Prometheus のクエリ結果、&quot;nvidia-smi --query-gpu=timestamp,… --format=csv&quot; を読めます。</translation>
    </message>
    <message>
        <source>a log of dynolog&apos;s metrics</source>
        <translation>dynolog のメトリクスのログ</translation>
    </message>
    <message>
        <source>dynolog&apos;s Prometheus exporter (--use_prometheus) gives what is read; traces that &quot;dyno gputrace&quot; asks for are read as they are</source>
        <translation>dynolog の Prometheus エクスポーター（--use_prometheus）の出力を読めます。&quot;dyno gputrace&quot; のトレースはそのまま読めます。</translation>
    </message>
    <message>
        <source>a binary file of an unknown format (of a report of Nsight Systems, &quot;nsys export --type sqlite FILE&quot; makes a database that is read)</source>
        <translation>不明な形式のバイナリファイル（Nsight Systems のレポートなら &quot;nsys export --type sqlite FILE&quot; で読めるデータベースになります）</translation>
    </message>
    <message>
        <source>scan_efficiency</source>
        <translation>スキャンの効率</translation>
    </message>
    <message>
        <source>multi_token_prediction is for decoders of Llama&apos;s kind, Nemotron-H&apos;s pattern apart</source>
        <translation>multi_token_prediction は Llama 系デコーダー用です（Nemotron-H はパターンで指定）</translation>
    </message>
    <message>
        <source>there is no schedule of a pipeline</source>
        <translation>パイプラインのスケジュールがありません</translation>
    </message>
    <message>
        <source>Zion&apos;s parameter servers</source>
        <translation>Zion のパラメータサーバ</translation>
    </message>
    <message>
        <source>the nodes of a system stand for its trainers</source>
        <translation>トレーナーにはシステムのノードが当たります</translation>
    </message>
    <message>
        <source>role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>what a failure costs is counted without jitter</source>
        <translation>故障の代償はゆらぎなしで数えます</translation>
    </message>
    <message>
        <source>execution traces are of a step in which nothing fails</source>
        <translation>実行トレースは何も故障しないステップのものです</translation>
    </message>
    <message>
        <source>a failure on Zion</source>
        <translation>Zion での故障</translation>
    </message>
    <message>
        <source>its trainers wait for nobody</source>
        <translation>トレーナーは誰も待ちません</translation>
    </message>
    <message>
        <source>a failure on ZionEX</source>
        <translation>ZionEX での故障</translation>
    </message>
    <message>
        <source>its ranks wait for each other: the job goes on from its checkpoint</source>
        <translation>ランクは互いを待ちます。ジョブはチェックポイントから続きます</translation>
    </message>
    <message>
        <source>a price of a device</source>
        <translation>デバイスの価格</translation>
    </message>
    <message>
        <source>the machines of a cluster have their own, in its file</source>
        <translation>クラスタのマシンの価格はそのファイルにある</translation>
    </message>
    <message>
        <source>copies_of_a_token</source>
        <translation>トークンの写しの数</translation>
    </message>
    <message>
        <source>rows_to_other_ranks</source>
        <translation>ほかのランクへ送る行</translation>
    </message>
    <message>
        <source>rows_to_other_nodes</source>
        <translation>ほかのノードへ送る行</translation>
    </message>
    <message>
        <source>shards_of_the_fullest_node_a_device</source>
        <translation>最も埋まったノードのシャード（デバイス当たり）</translation>
    </message>
    <message>
        <source>bytes_to_every_rank</source>
        <translation>各ランクへ送るバイト数</translation>
    </message>
    <message>
        <source>dispatch</source>
        <translation>トークンの振り分け</translation>
    </message>
    <message>
        <source>it has no lightning attention</source>
        <translation>ライトニングアテンションがない</translation>
    </message>
    <message>
        <source>an image where a graph&apos;s nodes are meant</source>
        <translation>グラフの節点であるべきところの画像</translation>
    </message>
    <message>
        <source>an ONNX message that ends or nests wrongly</source>
        <translation>終わりか入れ子が正しくない ONNX のメッセージ</translation>
    </message>
    <message>
        <source>ONNX operator %1 (%2)</source>
        <translation>ONNX の演算子 %1（%2）</translation>
    </message>
    <message>
        <source>ONNX input %1</source>
        <translation>ONNX の入力 %1</translation>
    </message>
    <message>
        <source>a sample&apos;s size must be fixed: export without dynamic axes but the batch</source>
        <translation>標本の大きさは固定でなければならない：バッチ以外の動的な軸なしで書き出すこと</translation>
    </message>
    <message>
        <source>windows in one or two dimensions, evenly padded and without gaps, are read</source>
        <translation>読めるのは一次元か二次元で、余白が両側等しく、隙間のない窓</translation>
    </message>
    <message>
        <source>its weights are not in the file</source>
        <translation>重みがファイルにない</translation>
    </message>
    <message>
        <source>windows that reach over the edge are not read</source>
        <translation>端を越える窓は読めない</translation>
    </message>
    <message>
        <source>a product of two tensors that are both computed: describe attention as a layer of its own, or give the model&apos;s config.json</source>
        <translation>ともに計算された二つのテンソルの積：アテンションは一つの層として書くか、モデルの config.json を渡すこと</translation>
    </message>
    <message>
        <source>sums of two are read</source>
        <translation>読めるのは二つの和</translation>
    </message>
    <message>
        <source>a constant is added to what is no product</source>
        <translation>積でないものに定数を加えている</translation>
    </message>
    <message>
        <source>where its input comes from is not known</source>
        <translation>入力の出どころが分からない</translation>
    </message>
    <message>
        <source>neither of what it adds was made just before</source>
        <translation>加えるもののどちらも直前に作られていない</translation>
    </message>
    <message>
        <source>a list of layers has no layer that does this</source>
        <translation>層のリストにこれをする層はない</translation>
    </message>
    <message>
        <source>tables that the network&apos;s input looks up are read</source>
        <translation>読めるのは、ネットワークの入力で引く表</translation>
    </message>
    <message>
        <source>batches_staged</source>
        <translation>待機するバッチ</translation>
    </message>
    <message>
        <source>host_staging</source>
        <translation>ホストからの待機領域</translation>
    </message>
    <message>
        <source>link_between_machines</source>
        <translation>マシン間のリンク</translation>
    </message>
    <message>
        <source>left_by_the_lender</source>
        <translation>貸し手の残す割合</translation>
    </message>
    <message>
        <source>lenders_to_borrowers</source>
        <translation>借り手に対する貸し手</translation>
    </message>
    <message>
        <source>share_of_other_machines</source>
        <translation>ほかのマシンの割合</translation>
    </message>
    <message>
        <source>remote_streaming</source>
        <translation>ほかのマシンからのストリーミング</translation>
    </message>
    <message>
        <source>exposed_share</source>
        <translation>隠れない割合</translation>
    </message>
    <message>
        <source>share_of_the_own_machine</source>
        <translation>自分のマシンの割合</translation>
    </message>
    <message>
        <source>rows_picked</source>
        <translation>選んだ行</translation>
    </message>
    <message>
        <source>micro_batch</source>
        <translation>マイクロバッチ</translation>
    </message>
    <message>
        <source>micro_batches</source>
        <translation>マイクロバッチ数</translation>
    </message>
    <message>
        <source>bytes_of_a_sample</source>
        <translation>標本のバイト数</translation>
    </message>
    <message>
        <source>devices_that_read_it</source>
        <translation>読むデバイス数</translation>
    </message>
    <message>
        <source>exposed_host_input</source>
        <translation>隠れないホスト入力</translation>
    </message>
    <message>
        <source>PERSIA&apos;s modes</source>
        <translation>PERSIA のモード</translation>
    </message>
    <message>
        <source>replica traffic beside passes</source>
        <translation>パスと並行するレプリカ間の通信</translation>
    </message>
    <message>
        <source>it goes through no step in the order of %1</source>
        <translation>%1 の順序のステップは扱わない</translation>
    </message>
    <message>
        <source>it goes through layers alone</source>
        <translation>層だけを扱う</translation>
    </message>
    <message>
        <source>the plan has no replica traffic beside its passes</source>
        <translation>この計画にはパスと並行するレプリカ間の通信がない</translation>
    </message>
    <message>
        <source>it recomputes as many whole layers on every stage</source>
        <translation>Megatron-LM はどのステージでも同じ数の層を丸ごと再計算します</translation>
    </message>
    <message>
        <source>only its first and its last stage may have other numbers of layers</source>
        <translation>Megatron-LM で層数が異なってよいのは最初と最後のステージだけです</translation>
    </message>
    <message>
        <source>offloaded_share</source>
        <translation>オフロードの割合</translation>
    </message>
    <message>
        <source>logits_in_copies</source>
        <translation>ロジットの写し</translation>
    </message>
    <message>
        <source>replica_buckets</source>
        <translation>レプリカのバケット</translation>
    </message>
    <message>
        <source>gathering_buffer</source>
        <translation>収集バッファ</translation>
    </message>
    <message>
        <source>offloaded_share_of_state</source>
        <translation>状態のオフロード分</translation>
    </message>
    <message>
        <source>share_of_state_on_device</source>
        <translation>状態のデバイス分</translation>
    </message>
    <message>
        <source>layers_that_recompute</source>
        <translation>再計算する層数</translation>
    </message>
    <message>
        <source>layers_that_keep_all</source>
        <translation>すべて残す層数</translation>
    </message>
    <message>
        <source>recompute_layers needs recompute selective or full</source>
        <translation>recompute_layers には recompute selective または full が必要です</translation>
    </message>
    <message>
        <source>recompute_layers and phased execution exclude each other</source>
        <translation>recompute_layers と段階的実行は同時に使えません</translation>
    </message>
    <message>
        <source>recompute_layers has %1 entries for pipeline %2</source>
        <translation>pipeline %2 に対して recompute_layers の要素が %1 個です</translation>
    </message>
    <message>
        <source>kept_layers is not for phased execution and not for deepspeed</source>
        <translation>kept_layers は段階的実行と deepspeed では使えません</translation>
    </message>
    <message>
        <source>selective recompute of some layers</source>
        <translation>一部の層の選択的再計算</translation>
    </message>
    <message>
        <source>a share of the optimizer&apos;s state outside the device</source>
        <translation>オプティマイザ状態の一部をデバイスの外に置くこと</translation>
    </message>
    <message>
        <source>%1 and %2 are two answers</source>
        <translation>%1 と %2 は別々の答えです</translation>
    </message>
    <message>
        <source>head</source>
        <translation>出力層</translation>
    </message>
    <message>
        <source>adapters need a transformer</source>
        <translation>アダプターにはトランスフォーマーが必要です</translation>
    </message>
    <message>
        <source>adapter_down</source>
        <translation>アダプター（次元削減）</translation>
    </message>
    <message>
        <source>adapter_up</source>
        <translation>アダプター（次元復元）</translation>
    </message>
    <message>
        <source>add_adapter</source>
        <translation>アダプターの加算</translation>
    </message>
    <message>
        <source>adapter_up_gradient</source>
        <translation>アダプター（次元復元）の勾配</translation>
    </message>
    <message>
        <source>adapter_down_gradient</source>
        <translation>アダプター（次元削減）の勾配</translation>
    </message>
    <message>
        <source>adapter_rank</source>
        <translation>アダプターのランク</translation>
    </message>
    <message>
        <source>adapter_elements</source>
        <translation>アダプターの要素数</translation>
    </message>
    <message>
        <source>context_exchange</source>
        <translation>コンテキストの交換</translation>
    </message>
    <message>
        <source>exchanged_bytes</source>
        <translation>交換するバイト数</translation>
    </message>
    <message>
        <source>key heads</source>
        <translation>キーのヘッド</translation>
    </message>
    <message>
        <source>it needs flash attention</source>
        <translation>フラッシュアテンションが必要です</translation>
    </message>
    <message>
        <source>adapters beside frozen weights</source>
        <translation>凍結した重みの横のアダプター</translation>
    </message>
    <message>
        <source>its pretraining has no adapters: Megatron-Bridge and NeMo do</source>
        <translation>事前学習にアダプターはありません：Megatron-Bridge と NeMo にはあります</translation>
    </message>
    <message>
        <source>a database of rocmProfileData (RPD)</source>
        <translation>rocmProfileData のデータベース（RPD）</translation>
    </message>
    <message>
        <source>&quot;rpd2tracing.py FILE trace.json&quot; makes a Chrome trace, which is read</source>
        <translation>&quot;rpd2tracing.py FILE trace.json&quot; で読める Chrome トレースになります</translation>
    </message>
    <message>
        <source>norm_written_out</source>
        <translation>書き下した正規化</translation>
    </message>
    <message>
        <source>layers_per_stage and a folded pipeline exclude each other</source>
        <translation>layers_per_stage と折り返しのパイプラインは同時に使えません</translation>
    </message>
    <message>
        <source>idle_of_the_order</source>
        <translation>実行順での待ち</translation>
    </message>
    <message>
        <source>gate_reductions</source>
        <translation>ゲートごとの集約</translation>
    </message>
    <message>
        <source>a model described by its sizes alone, outside Megatron-LM</source>
        <translation>大きさだけで記述されたモデル（Megatron-LM 以外の実装）</translation>
    </message>
    <message>
        <source>a cluster is sized at once</source>
        <translation>クラスタの規模は一度に決まる</translation>
    </message>
    <message>
        <source>no price of %1 is said</source>
        <translation>%1 の価格が指定されていない</translation>
    </message>
    <message>
        <source>clamped_gate</source>
        <translation>ゲートの制限（clamp）</translation>
    </message>
    <message>
        <source>expert_biases</source>
        <translation>エキスパートのバイアス</translation>
    </message>
    <message>
        <source>this kind of model under DeepSpeed</source>
        <translation>DeepSpeed の下でのこの種のモデル</translation>
    </message>
    <message>
        <source>sequence parallelism under DeepSpeed</source>
        <translation>DeepSpeed の下でのシーケンス並列</translation>
    </message>
    <message>
        <source>%1 divides tensors in one dimension</source>
        <translation>%1 はテンソルを 1 次元でしか分けません</translation>
    </message>
    <message>
        <source>%1 runs replicas alone: no tensor, pipeline, context or expert degree</source>
        <translation>%1 はレプリカだけを動かします：テンソル、パイプライン、コンテキスト、エキスパートの並列はありません</translation>
    </message>
    <message>
        <source>%1 has no virtual stages and cuts experts as far as other tensors</source>
        <translation>%1 に仮想ステージはなく、エキスパートもほかのテンソルと同じだけ切ります</translation>
    </message>
    <message>
        <source>%1 keeps weights, gradients and optimizer whole</source>
        <translation>%1 は重み、勾配、オプティマイザを分割しません</translation>
    </message>
    <message>
        <source>%1 shards the optimizer&apos;s state alone, over all replicas or none</source>
        <translation>%1 が分割するのはオプティマイザ状態だけで、全レプリカに分けるか、分けないかです</translation>
    </message>
    <message>
        <source>%1 shards neither weights nor gradients beside a pipeline</source>
        <translation>%1 はパイプラインと一緒には重みも勾配も分割しません</translation>
    </message>
    <message>
        <source>%1 shards over all replicas or none</source>
        <translation>%1 は全レプリカに分割するか、分割しないかです</translation>
    </message>
    <message>
        <source>%1 shards weights, gradients and optimizer alike</source>
        <translation>%1 は重み、勾配、オプティマイザを同じだけ分割します</translation>
    </message>
    <message>
        <source>%1 has no pipelines</source>
        <translation>%1 にパイプラインはありません</translation>
    </message>
    <message>
        <source>%1 interleaves only micro-batches that the pipeline&apos;s degree divides</source>
        <translation>%1 の interleaved は、マイクロバッチ数がパイプラインの段数で割り切れるときだけです</translation>
    </message>
    <message>
        <source>%1 offloads the optimizer&apos;s state where all replicas share it, or activations where there is neither a pipeline nor recompute</source>
        <translation>%1 がオフロードするのは、全レプリカに分割したオプティマイザ状態か、パイプラインも再計算もないときのアクティベーションです</translation>
    </message>
    <message>
        <source>%1 offloads gradients and optimizer together where all replicas share them, weights only with both, and activations only with full recompute</source>
        <translation>%1 は全レプリカに分割した勾配とオプティマイザを一緒にオフロードします。重みはその両方と一緒に、アクティベーションは完全な再計算のときだけです</translation>
    </message>
    <message>
        <source>%1 offloads weights, gradients and optimizer together, sharded</source>
        <translation>%1 は分割した重み、勾配、オプティマイザを一緒にオフロードします</translation>
    </message>
    <message>
        <source>%1 offloads nothing</source>
        <translation>%1 は何もオフロードしません</translation>
    </message>
    <message>
        <source>%1 has no option for the layers of each stage</source>
        <translation>%1 には各ステージの層数を決めるオプションがありません</translation>
    </message>
    <message>
        <source>%1 recomputes all layers or none</source>
        <translation>%1 は全層を再計算するか、しないかです</translation>
    </message>
    <message>
        <source>%1 recomputes as many layers in every stage</source>
        <translation>%1 が再計算する層数はどのステージでも同じです</translation>
    </message>
    <message>
        <source>%1 keeps the gathered weights of all layers or of none</source>
        <translation>%1 は集めた重みを全層で残すか、残さないかです</translation>
    </message>
    <message>
        <source>a number for each stage and a folded pipeline exclude each other</source>
        <translation>ステージごとの数と折り返したパイプラインは同時に使えません</translation>
    </message>
    <message>
        <source>DualPipeV of %1 stages wants at least %2 micro-batches a replica, not %3</source>
        <translation>%1 ステージの DualPipeV にはレプリカあたり少なくとも %2 つのマイクロバッチが必要です（今は %3）</translation>
    </message>
    <message>
        <source>sort_tokens</source>
        <translation>トークンの並べ替え</translation>
    </message>
    <message>
        <source>row_gather</source>
        <translation>行の収集</translation>
    </message>
    <message>
        <source>perceptron_rate</source>
        <translation>パーセプトロンの効率</translation>
    </message>
    <message>
        <source>embedding_kernels</source>
        <translation>埋め込みのカーネル数</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>kernels_of_a_lookup</source>
        <translation>参照のカーネル数</translation>
    </message>
    <message>
        <source>optimizer state with scales of blocks</source>
        <translation>ブロックごとのスケールを持つオプティマイザ状態</translation>
    </message>
    <message>
        <source>gradients with scales of blocks</source>
        <translation>ブロックごとのスケールを持つ勾配</translation>
    </message>
    <message>
        <source>it is dualpipev with half of the stages: say dualpipev</source>
        <translation>ステージを半分にした dualpipev と同じです。dualpipev と指定してください</translation>
    </message>
    <message>
        <source>phases needs the schedule phased: say that one, or none</source>
        <translation>phases にはスケジュール phased が必要です。phased を指定するか、スケジュールの指定を外してください</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>テンソル分割数</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>エキスパートの分割数</translation>
    </message>
    <message>
        <source>virtual_stages</source>
        <translation>仮想ステージ</translation>
    </message>
    <message>
        <source>zero_stage</source>
        <translation>ZeRO の段階</translation>
    </message>
    <message>
        <source>sequence_parallel</source>
        <translation>シーケンス並列</translation>
    </message>
    <message>
        <source>layers_per_stage</source>
        <translation>ステージごとの層数</translation>
    </message>
    <message>
        <source>recompute_layers</source>
        <translation>再計算する層数</translation>
    </message>
    <message>
        <source>a run, of which one job is meant</source>
        <translation>ジョブを 1 つ選ぶ実行記録</translation>
    </message>
    <message>
        <source>a node mapping of torch.compile</source>
        <translation>torch.compile のノード対応表</translation>
    </message>
    <message>
        <source>it has no times: open it together with the profiler&apos;s trace of the run, whose kernels it explains</source>
        <translation>時刻を含みません。この表が説明するカーネルを記録した、プロファイラのトレースと一緒に開いてください</translation>
    </message>
    <message>
        <source>up_projections</source>
        <translation>アップ射影</translation>
    </message>
    <message>
        <source>norms_of_their_own</source>
        <translation>単独のカーネルである正規化</translation>
    </message>
    <message>
        <source>experts_but_their_input</source>
        <translation>入力を除くエキスパート</translation>
    </message>
    <message>
        <source>activations_of_experts</source>
        <translation>エキスパートの活性化関数の出力</translation>
    </message>
    <message>
        <source>layer_activations_without_parts</source>
        <translation>再計算する部分を除く層の活性値</translation>
    </message>
    <message>
        <source>recompute %1 needs implementation megatron with fused kernels</source>
        <translation>recompute %1 には融合カーネルの implementation megatron が必要です</translation>
    </message>
    <message>
        <source>no layer of the model has what recompute %1 names; it has core_attn%2</source>
        <translation>recompute %1 の指す部分を持つ層はこのモデルにありません。あるのは core_attn%2</translation>
    </message>
    <message>
        <source>8-bit attention needs attention flash</source>
        <translation>8 ビットのアテンションには attention flash が必要です</translation>
    </message>
    <message>
        <source>cuda_graphs is known of Megatron-LM&apos;s fused kernels alone</source>
        <translation>cuda_graphs は Megatron-LM の融合カーネルについてのみ分かっています</translation>
    </message>
    <message>
        <source>expert_kernels is known of Megatron-LM&apos;s fused kernels alone</source>
        <translation>expert_kernels は Megatron-LM の融合カーネルについてのみ分かっています</translation>
    </message>
    <message>
        <source>8-bit attention is known of Megatron-LM&apos;s fused kernels alone</source>
        <translation>8 ビットのアテンションは Megatron-LM の融合カーネルについてのみ分かっています</translation>
    </message>
    <message>
        <source>expert_overlap is known of Megatron-LM&apos;s fused kernels alone</source>
        <translation>expert_overlap は Megatron-LM の融合カーネルについてのみ分かっています</translation>
    </message>
    <message>
        <source>token_permutation</source>
        <translation>トークンの並べ替え</translation>
    </message>
    <message>
        <source>attention_narrow</source>
        <translation>8 ビットのアテンションの速さ</translation>
    </message>
    <message>
        <source>host_graphed</source>
        <translation>CUDA グラフ使用時のエキスパートのホスト倍率</translation>
    </message>
    <message>
        <source>captured</source>
        <translation>層は CUDA グラフに取り込まれています</translation>
    </message>
    <message>
        <source>expert_beside</source>
        <translation>エキスパート通信が占めるプロセッサの割合</translation>
    </message>
    <message>
        <source>beside_another_micro_batch</source>
        <translation>別のマイクロバッチと並行する通信</translation>
    </message>
    <message>
        <source>at_the_ends</source>
        <translation>スケジュールの両端</translation>
    </message>
    <message>
        <source>in_the_middle</source>
        <translation>スケジュールの中央</translation>
    </message>
    <message>
        <source>expert_overlap over several stages needs virtual_stages above 1</source>
        <translation>複数ステージでの expert_overlap には 1 より大きい virtual_stages が必要です</translation>
    </message>
    <message>
        <source>compiled_graph</source>
        <translation>コンパイル済みグラフ</translation>
    </message>
    <message>
        <source>captured_step</source>
        <translation>ステップ全体が CUDA グラフに取り込まれています</translation>
    </message>
    <message>
        <source>computing in 8 bits</source>
        <translation>8 ビットでの計算</translation>
    </message>
    <message>
        <source>index_width</source>
        <translation>インデクサーの幅</translation>
    </message>
    <message>
        <source>index_key_and_weights</source>
        <translation>インデクサーのキーと重み</translation>
    </message>
    <message>
        <source>keys_before_a_query</source>
        <translation>クエリより前のキー</translation>
    </message>
    <message>
        <source>gathered_logits</source>
        <translation>集めたロジット</translation>
    </message>
    <message>
        <source>largest_logit</source>
        <translation>最大のロジット</translation>
    </message>
    <message>
        <source>index_queries</source>
        <translation>インデクサーのクエリ</translation>
    </message>
    <message>
        <source>index_keys_and_weights</source>
        <translation>インデクサーのキーと重みの射影</translation>
    </message>
    <message>
        <source>index_rotations</source>
        <translation>インデクサーの回転</translation>
    </message>
    <message>
        <source>index_scores</source>
        <translation>インデクサーのスコア</translation>
    </message>
    <message>
        <source>chosen_keys</source>
        <translation>選ばれたキー</translation>
    </message>
    <message>
        <source>index_targets</source>
        <translation>インデクサーの目標</translation>
    </message>
    <message>
        <source>index_query_gradient</source>
        <translation>インデクサーのクエリの勾配</translation>
    </message>
    <message>
        <source>index_key_gradient</source>
        <translation>インデクサーのキーの勾配</translation>
    </message>
    <message>
        <source>index_and_score</source>
        <translation>番号とスコア</translation>
    </message>
    <message>
        <source>indexer</source>
        <translation>インデクサー</translation>
    </message>
    <message>
        <source>index_widths</source>
        <translation>インデクサーの各幅</translation>
    </message>
    <message>
        <source>%1 shards the optimizer&apos;s state, or weights and gradients with it, over all replicas or none</source>
        <translation>%1 が分割するのはオプティマイザ状態だけか、重みと勾配も合わせてで、全レプリカに分けるか、分けないかです</translation>
    </message>
    <message>
        <source>a structured log of torch.compile (TORCH_TRACE)</source>
        <translation>torch.compile の構造化ログ（TORCH_TRACE）</translation>
    </message>
    <message>
        <source>&quot;tlparse FILE -o FOLDER&quot; writes what is read: chromium_events.json (when what was compiled) and the mappings of nodes</source>
        <translation>&quot;tlparse FILE -o FOLDER&quot; で、読み込めるファイルができます: chromium_events.json（いつ何がコンパイルされたか）とノードの対応表</translation>
    </message>
    <message>
        <source>operand_width</source>
        <translation>オペランドの幅</translation>
    </message>
    <message>
        <source>copies_by_rows_and_columns</source>
        <translation>行・列ごとの写し</translation>
    </message>
    <message>
        <source>weights_as_products_read_them</source>
        <translation>行列積が読む形の重み</translation>
    </message>
    <message>
        <source>its layers are the last stage&apos;s</source>
        <translation>その層は最後のステージのものです</translation>
    </message>
    <message>
        <source>its arguments leave activations on the device: Megatron-Bridge moves them (cpu_offloading_num_layers)</source>
        <translation>その引数では活性値はデバイスに残ります。移すのは Megatron-Bridge です (cpu_offloading_num_layers)</translation>
    </message>
    <message>
        <source>activations_on_device</source>
        <translation>デバイスに残る活性値</translation>
    </message>
    <message>
        <source>layers_offloaded</source>
        <translation>活性値を移す層</translation>
    </message>
    <message>
        <source>activations_of_layers_offloaded</source>
        <translation>移す層の活性値</translation>
    </message>
    <message>
        <source>activations of some layers outside the device</source>
        <translation>一部の層の活性値をデバイスの外に置くこと</translation>
    </message>
    <message>
        <source>gradients_stored</source>
        <translation>保存する勾配</translation>
    </message>
    <message>
        <source>edges_of_phases</source>
        <translation>フェーズの境界</translation>
    </message>
    <message>
        <source>weights_updated</source>
        <translation>更新する重み</translation>
    </message>
    <message>
        <source>gradients_for_the_update</source>
        <translation>更新に使う勾配</translation>
    </message>
    <message>
        <source>weights_gathered</source>
        <translation>集約した重み</translation>
    </message>
    <message>
        <source>gradient_in_32_bits</source>
        <translation>32 ビットの勾配</translation>
    </message>
    <message>
        <source>optimizer_state_of_a_matrix</source>
        <translation>1 行列のオプティマイザ状態</translation>
    </message>
    <message>
        <source>master_weights_of_a_matrix</source>
        <translation>1 行列のマスター重み</translation>
    </message>
    <message>
        <source>weights_and_shards</source>
        <translation>重みとそのシャード</translation>
    </message>
    <message>
        <source>shards</source>
        <translation>シャード数</translation>
    </message>
    <message>
        <source>the allocator simulation</source>
        <translation>アロケータのシミュレーション</translation>
    </message>
    <message>
        <source>norms_of_queries_and_keys</source>
        <translation>クエリとキーの正規化</translation>
    </message>
    <message>
        <source>norms_a_token</source>
        <translation>トークンあたりの正規化</translation>
    </message>
    <message>
        <source>queries_and_keys_of_heads</source>
        <translation>ヘッドごとのクエリとキー</translation>
    </message>
    <message>
        <source>compute_width</source>
        <translation>計算の幅</translation>
    </message>
    <message>
        <source>layers_waiting</source>
        <translation>待機中の層</translation>
    </message>
    <message>
        <source>gradients_beyond_activations</source>
        <translation>活性化を超える勾配</translation>
    </message>
    <message>
        <source>lightning attention</source>
        <translation>Lightning アテンション</translation>
    </message>
    <message>
        <source>Megatron-LM has no such layer</source>
        <translation>Megatron-LM にこの層はありません</translation>
    </message>
    <message>
        <source>Megatron-FSDP is traced alone: all three divided alike, no pipeline</source>
        <translation>追跡できるのは Megatron-FSDP だけです: 三つとも同じ数に分割し、パイプラインなし</translation>
    </message>
    <message>
        <source>this kind of model under torchtitan</source>
        <translation>torchtitan でのこの種のモデル</translation>
    </message>
    <message>
        <source>the allocator simulation knows its Llama and Qwen3</source>
        <translation>アロケータのシミュレーションが知るのはその Llama と Qwen3 です</translation>
    </message>
    <message>
        <source>pipeline and context parallelism under torchtitan</source>
        <translation>torchtitan でのパイプライン並列とコンテキスト並列</translation>
    </message>
    <message>
        <source>tensor parallelism under torchtitan</source>
        <translation>torchtitan でのテンソル並列</translation>
    </message>
    <message>
        <source>it divides the sequence as well</source>
        <translation>系列も分割します</translation>
    </message>
    <message>
        <source>attention written out under torchtitan</source>
        <translation>torchtitan での展開されたアテンション</translation>
    </message>
    <message>
        <source>autocast under torchtitan</source>
        <translation>torchtitan での autocast</translation>
    </message>
    <message>
        <source>this kind of model under nanotron</source>
        <translation>nanotron でのこの種のモデル</translation>
    </message>
    <message>
        <source>the allocator simulation knows its Llama</source>
        <translation>アロケータのシミュレーションが知るのはその Llama です</translation>
    </message>
    <message>
        <source>context parallelism and virtual stages under nanotron</source>
        <translation>nanotron でのコンテキスト並列と仮想ステージ</translation>
    </message>
    <message>
        <source>attention written out under nanotron</source>
        <translation>nanotron での展開されたアテンション</translation>
    </message>
    <message>
        <source>a model file</source>
        <translation>モデルのファイル</translation>
    </message>
    <message>
        <source>a ds_config describes no model</source>
        <translation>ds_config はモデルを記述しません</translation>
    </message>
    <message>
        <source>a model file of our own form has no key for it: name a shipped model or its config.json</source>
        <translation>独自形式のモデルのファイルにはそのキーがありません。付属のモデルか config.json を指定してください</translation>
    </message>
    <message>
        <source>Megatron-LM shards over all replicas or none: the optimizer state, or, without a pipeline, gradients and weights as well</source>
        <translation>Megatron-LM はすべてのレプリカに分割するか、まったく分割しません。分割するのはオプティマイザ状態、またはパイプラインがない場合は勾配と重みも含めてです</translation>
    </message>
    <message>
        <source>inside_a_node</source>
        <translation>ノード内での時間</translation>
    </message>
    <message>
        <source>%1 machines, %2 share</source>
        <translation>machines が %1 個、share が %2 個</translation>
    </message>
    <message>
        <source>machines do not ascend from 1</source>
        <translation>machines が 1 以上の昇順ではありません</translation>
    </message>
    <message>
        <source>expert_imbalance</source>
        <translation>エキスパートの偏り</translation>
    </message>
    <message>
        <source>most_of_a_rank</source>
        <translation>1 ランクの上限</translation>
    </message>
    <message>
        <source>choices_of_the_busiest</source>
        <translation>最も混むランクの行数（トークンあたり）</translation>
    </message>
    <message>
        <source>layers of a stage</source>
        <translation>ステージの層数</translation>
    </message>
    <message>
        <source>chunks without layers between the ends</source>
        <translation>両端以外に層のないチャンク</translation>
    </message>
    <message>
        <source>network_share</source>
        <translation>ネットワークの割合</translation>
    </message>
    <message>
        <source>%1 numbers are said for %2</source>
        <translation>%2 に対して %1 個の数が指定されています</translation>
    </message>
    <message>
        <source>a job names a model of torchtitan&apos;s own by its flavor</source>
        <translation>ジョブは torchtitan 自身のモデルを flavor で指定します</translation>
    </message>
    <message>
        <source>accumulation over whole pipelines</source>
        <translation>パイプライン全体にわたる累積</translation>
    </message>
    <message>
        <source>local_batch_size times the data parallel ranks must be global_batch_size: a plan&apos;s micro-batches pass one pipeline</source>
        <translation>local_batch_size とデータ並列のランク数の積は global_batch_size でなければなりません。計画のマイクロバッチは 1 つのパイプラインを通ります</translation>
    </message>
    <message>
        <source>this plan in torchtitan</source>
        <translation>torchtitan でのこの計画</translation>
    </message>
    <message>
        <source>it has neither phases nor encoder-decoder models</source>
        <translation>フェーズもエンコーダー・デコーダーモデルもありません</translation>
    </message>
    <message>
        <source>it shards weights over the context ranks as well</source>
        <translation>重みはコンテキストのランクにもわたって分割されます</translation>
    </message>
    <message>
        <source>a list of layers says one chunk a stage</source>
        <translation>層のリストはステージごとに 1 つのチャンクを表します</translation>
    </message>
    <message>
        <source>its stages share layers evenly where no list says how</source>
        <translation>リストがなければステージは層を均等に分けます</translation>
    </message>
    <message>
        <source>a job of torchtitan</source>
        <translation>torchtitan のジョブ</translation>
    </message>
    <message>
        <source>layers whose heads differ in number or size</source>
        <translation>ヘッドの数や大きさが異なる層</translation>
    </message>
    <message>
        <source>layers of a short convolution</source>
        <translation>短い畳み込みの層</translation>
    </message>
    <message>
        <source>several residual streams and compressed keys</source>
        <translation>複数の残差ストリームと圧縮されたキー</translation>
    </message>
    <message>
        <source>attention to chosen blocks of keys</source>
        <translation>選ばれたキーのブロックへのアテンション</translation>
    </message>
    <message>
        <source>logits and scores behind a tanh</source>
        <translation>tanh を通したロジットとスコア</translation>
    </message>
    <message>
        <source>several residual streams and tables of its layers&apos; own</source>
        <translation>複数の残差ストリームと層ごとの表</translation>
    </message>
    <message>
        <source>Kimi&apos;s delta attention</source>
        <translation>Kimi のデルタアテンション</translation>
    </message>
    <message>
        <source>layers that differ in width</source>
        <translation>幅が異なる層</translation>
    </message>
    <message>
        <source>Mamba&apos;s first version</source>
        <translation>Mamba の最初の版</translation>
    </message>
    <message>
        <source>attention and Mamba-2 side by side</source>
        <translation>並列のアテンションと Mamba-2</translation>
    </message>
    <message>
        <source>experts that do nothing</source>
        <translation>何もしないエキスパート</translation>
    </message>
    <message>
        <source>layers that attend to pictures</source>
        <translation>画像にアテンションする層</translation>
    </message>
    <message>
        <source>activations with parameters</source>
        <translation>パラメータを持つ活性化関数</translation>
    </message>
    <message>
        <source>Mamba&apos;s projections with biases</source>
        <translation>バイアスを持つ Mamba の射影</translation>
    </message>
    <message>
        <source>no published model has them</source>
        <translation>公開されたモデルにはありません</translation>
    </message>
    <message>
        <source>a vocabulary head with a bias</source>
        <translation>バイアスを持つ語彙ヘッド</translation>
    </message>
    <message>
        <source>no published model has one</source>
        <translation>公開されたモデルにはありません</translation>
    </message>
    <message>
        <source>it must be the same in all layers</source>
        <translation>すべての層で同じでなければなりません</translation>
    </message>
    <message>
        <source>layers that take over an earlier layer&apos;s choice of keys</source>
        <translation>前の層のキーの選択を引き継ぐ層</translation>
    </message>
    <message>
        <source>an indexer in every layer is known alone</source>
        <translation>すべての層にインデクサーがある形だけが扱えます</translation>
    </message>
    <message>
        <source>cast_adapter_input</source>
        <translation>アダプターの入力の型変換</translation>
    </message>
    <message>
        <source>scale_adapter</source>
        <translation>アダプターの倍率</translation>
    </message>
    <message>
        <source>cast_adapter_output</source>
        <translation>アダプターの出力の型変換</translation>
    </message>
    <message>
        <source>zero_qkv</source>
        <translation>Q・K・V の勾配のゼロ初期化</translation>
    </message>
    <message>
        <source>copy_qkv</source>
        <translation>Q・K・V の勾配のコピー</translation>
    </message>
    <message>
        <source>zero_rows</source>
        <translation>エキスパートのない行のゼロ化</translation>
    </message>
    <message>
        <source>copy_rows</source>
        <translation>行のコピー</translation>
    </message>
    <message>
        <source>fp32_width</source>
        <translation>fp32 の幅</translation>
    </message>
    <message>
        <source>its pretraining packs no samples: Megatron-Bridge and NeMo do</source>
        <translation>その事前学習はサンプルを詰めません。詰めるのは Megatron-Bridge と NeMo です</translation>
    </message>
    <message>
        <source>packed_length needs fused attention and a model without a decoder behind an encoder</source>
        <translation>packed_length には融合アテンションと、エンコーダの後にデコーダのないモデルが必要です</translation>
    </message>
    <message>
        <source>packed_length</source>
        <translation>packed_length</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>呼び出し %1</translation>
    </message>
    <message>
        <source>it was made on &quot;%1&quot;, not on %2</source>
        <translation>%2 ではなく「%1」で取られています</translation>
    </message>
    <message>
        <source>it is of %1 ranks, the plan of %2</source>
        <translation>記録は %1 ランク、計画は %2 ランクです</translation>
    </message>
    <message>
        <source>its attention was called with %1, the plan&apos;s would be with %2</source>
        <translation>記録のアテンションは %1 で呼ばれていますが、計画では %2 になります</translation>
    </message>
    <message>
        <source>its embedding has %1, the model&apos;s %2</source>
        <translation>記録の埋め込みは %1、モデルでは %2 です</translation>
    </message>
    <message>
        <source>the checksum does not match</source>
        <translation>チェックサムが合いません</translation>
    </message>
    <message>
        <source>a recipe names a model of a hub</source>
        <translation>レシピはハブのモデルを名前で指しています</translation>
    </message>
    <message>
        <source>nothing that a plan says follows from it</source>
        <translation>計画に書かれることには影響しません</translation>
    </message>
    <message>
        <source>there are too many keys to tell what became of this one</source>
        <translation>キーが多すぎて、このキーがどうなったかを示せません</translation>
    </message>
    <message>
        <source>all of it: without this key nothing can be read</source>
        <translation>全体：このキーがないと何も読めません</translation>
    </message>
    <message>
        <source>the plan is the same without it</source>
        <translation>これがなくても計画は同じです</translation>
    </message>
    <message>
        <source>a file of Transformers&apos; TrainingArguments</source>
        <translation>Transformers の TrainingArguments のファイル</translation>
    </message>
    <message>
        <source>a recipe of axolotl</source>
        <translation>axolotl のレシピ</translation>
    </message>
    <message>
        <source>JSON with keys of neither DeepSpeed nor a model</source>
        <translation>DeepSpeed のキーもモデルのキーもない JSON</translation>
    </message>
    <message>
        <source>a call of verl</source>
        <translation>verl の呼び出し</translation>
    </message>
    <message>
        <source>so many are not read, to keep bad files within memory</source>
        <translation>壊れたファイルでメモリを使い切らないよう、これだけの数は読みません</translation>
    </message>
    <message>
        <source>an ONNX graph of more than %1 nodes</source>
        <translation>%1 を超えるノードの ONNX グラフ</translation>
    </message>
    <message>
        <source>a list of more than %1 numbers in an ONNX graph</source>
        <translation>ONNX グラフの中の %1 を超える数の並び</translation>
    </message>
    <message>
        <source>nobody says how many tokens a sample of this model has: say training.samples, or batch.sequence_length</source>
        <translation>このモデルのサンプルが何トークンかはわかりません。training.samples か batch.sequence_length を指定してください</translation>
    </message>
    <message>
        <source>model %1, machine %2, plan %3</source>
        <translation>モデル %1、マシン %2、計画 %3</translation>
    </message>
    <message>
        <source>%1 trains recommenders alone</source>
        <translation>%1 は推薦モデルだけを学習します</translation>
    </message>
    <message>
        <source>%1 has no phased execution</source>
        <translation>%1 には段階的実行がありません</translation>
    </message>
    <message>
        <source>this search for %1</source>
        <translation>%1 のこの探索</translation>
    </message>
    <message>
        <source>models with embedding tables have one of their own, on the Recommender page and behind the verb search</source>
        <translation>埋め込み表のあるモデルには専用の探索があります（推薦ページと動詞 search）</translation>
    </message>
    <message>
        <source>it is a count of parameters without layers, and no step of it can be timed; plan says what a plan of it holds</source>
        <translation>層のないパラメータ数だけなので、ステップの時間は求められません。計画が占めるメモリは plan が示します</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight</source>
        <translation>処理中のマイクロバッチ %1 個</translation>
    </message>
    <message>
        <source>the allocator simulation goes through 16,384 at most</source>
        <translation>アロケータのシミュレーションが扱うのは 16,384 個までです</translation>
    </message>
    <message>
        <source>a profile of Triton&apos;s Proton (Hatchet)</source>
        <translation>Triton の Proton のプロファイル（Hatchet）</translation>
    </message>
    <message>
        <source>it holds sums over stacks and no times: proton.start(data=&quot;trace&quot;) writes a Chrome trace, which is read</source>
        <translation>スタックごとの合計だけで時刻がありません。proton.start(data=&quot;trace&quot;) が書く Chrome トレースなら読めます</translation>
    </message>
    <message>
        <source>an execution trace of Chakra as JSON</source>
        <translation>JSON 形式の Chakra の実行トレース</translation>
    </message>
    <message>
        <source>the .et file that it was made of (protobuf) is read</source>
        <translation>元になった .et ファイル（protobuf）なら読めます</translation>
    </message>
    <message>
        <source>a database of Ascend&apos;s profiler (torch_npu, msprof)</source>
        <translation>Ascend のプロファイラのデータベース（torch_npu、msprof）</translation>
    </message>
    <message>
        <source>trace_view.json is read, which torch_npu&apos;s profiler writes with export_type=ExportType.Text</source>
        <translation>torch_npu のプロファイラが export_type=ExportType.Text で書く trace_view.json なら読めます</translation>
    </message>
    <message>
        <source>an SQLite database without tables</source>
        <translation>表のない SQLite データベース</translation>
    </message>
    <message>
        <source>an SQLite database of another program (tables: %1 …)</source>
        <translation>別のプログラムの SQLite データベース（表：%1 …）</translation>
    </message>
    <message>
        <source>a pickle with neither &quot;segments&quot; nor &quot;entries&quot;</source>
        <translation>&quot;segments&quot; も &quot;entries&quot; もない pickle</translation>
    </message>
    <message>
        <source>it ends before its first event (%1)</source>
        <translation>最初の出来事の前に終わっています（%1）</translation>
    </message>
    <message>
        <source>it holds no events (%1)</source>
        <translation>出来事がありません（%1）</translation>
    </message>
    <message>
        <source>a pack beside other files</source>
        <translation>ほかのファイルと並べたパック</translation>
    </message>
    <message>
        <source>a pack holds a whole run and is opened by itself</source>
        <translation>パックは 1 つの実行全体を収めているので、単独で開きます</translation>
    </message>
    <message>
        <source>a model that is no transformer</source>
        <translation>Transformer でないモデル</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>この計画</translation>
    </message>
    <message>
        <source>it does not say in which number format it computed</source>
        <translation>どの数値形式で計算したかが書かれていません</translation>
    </message>
    <message>
        <source>its number format %1 is none of a plan&apos;s</source>
        <translation>数値形式 %1 は計画で使えるものではありません</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>board</source>
        <translation>基板</translation>
    </message>
    <message>
        <source>%1 is the former name of %2, which says otherwise</source>
        <translation>%1 は %2 の以前の名前ですが、%2 には別の値が書かれています</translation>
    </message>
    <message>
        <source>beside_products</source>
        <translation>行列積と並行するときの速さ</translation>
    </message>
    <message>
        <source>tensor groups&apos; collectives go piece by piece beside the products that wait for them (user buffers)</source>
        <translation>テンソル並列の集団通信を、それを待つ行列積と並行して少しずつ行います（ユーザーバッファ）</translation>
    </message>
    <message>
        <source>gradients are reduced bucket by bucket while the last micro-batch goes back</source>
        <translation>最後のマイクロバッチの逆伝播の間に、勾配をバケットごとに集約します</translation>
    </message>
    <message>
        <source>updated weights are gathered while the next forward pass runs</source>
        <translation>更新した重みを、次の順伝播の間に集めます</translation>
    </message>
    <message>
        <source>a column-split layer&apos;s input gradient is reduced beside its weight gradient</source>
        <translation>列分割層の入力勾配を、重み勾配の計算と並行して集約します</translation>
    </message>
    <message>
        <source>interleaved chunks compute while tensors travel between stages</source>
        <translation>ステージ間でテンソルを送る間に、ほかのチャンクが計算します</translation>
    </message>
    <message>
        <source>%1 shards weights, gradients and optimizer over all replicas</source>
        <translation>%1 は重み、勾配、オプティマイザをすべてのレプリカに分割します</translation>
    </message>
    <message>
        <source>%1 offloads activations alone, where there is neither a pipeline nor recompute</source>
        <translation>%1 が退避するのはアクティベーションだけで、パイプラインも再計算もない場合に限ります</translation>
    </message>
    <message>
        <source>tensor groups&apos; collectives go piece by piece beside the products that wait for them</source>
        <translation>テンソル並列の集団通信を、それを待つ行列積と並行して少しずつ行います</translation>
    </message>
    <message>
        <source>nobody_to_send_to</source>
        <translation>送る相手なし</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>メッセージ数</translation>
    </message>
    <message>
        <source>assumed: 16 of an H100&apos;s 132 processors, a channel each; NCCL opens 8 to 32 of them (NVIDIA NCCL, NCCL_MAX_NCHANNELS)</source>
        <translation>仮定：H100 の 132 個のプロセッサのうち 16 個（1 チャネルに 1 個）。NCCL が開くのは 8～32 チャネル（NVIDIA NCCL, NCCL_MAX_NCHANNELS）</translation>
    </message>
    <message>
        <source>assumed: copy engines move the bytes and a small kernel waits for them (NVIDIA TransformerEngine, comm_gemm_overlap)</source>
        <translation>仮定：コピーエンジンがデータを動かし、小さなカーネルがそれを待ちます（NVIDIA TransformerEngine, comm_gemm_overlap）</translation>
    </message>
    <message>
        <source>20 of an H100&apos;s 132 processors (deepseek-ai/DeepEP, Buffer.num_sms)</source>
        <translation>H100 の 132 個のプロセッサのうち 20 個（deepseek-ai/DeepEP, Buffer.num_sms）</translation>
    </message>
    <message>
        <source>copy engines take no processor</source>
        <translation>コピーエンジンはプロセッサを使いません</translation>
    </message>
    <message>
        <source>assumed: what passes the link is read once and written once; where it is added up, what it is added to is read as well</source>
        <translation>仮定：リンクを通るデータは 1 回読み、1 回書きます。足し合わせるときは、足される側も読みます</translation>
    </message>
    <message>
        <source>share_of_processors</source>
        <translation>プロセッサの割合</translation>
    </message>
    <message>
        <source>no_bytes</source>
        <translation>データなし</translation>
    </message>
    <message>
        <source>bucket_bytes</source>
        <translation>バケットのバイト数</translation>
    </message>
    <message>
        <source>bucket_elements</source>
        <translation>バケットの要素数</translation>
    </message>
    <message>
        <source>exposed_replica_traffic</source>
        <translation>隠れないレプリカ間通信</translation>
    </message>
    <message>
        <source>beyond_pieces</source>
        <translation>分割した行列積に収まらない分</translation>
    </message>
    <message>
        <source>all_reduce_rate</source>
        <translation>オールリデュースの速度</translation>
    </message>
    <message>
        <source>all_to_all_rate</source>
        <translation>オールトゥオールの速度</translation>
    </message>
    <message>
        <source>reduce_scatter_rate</source>
        <translation>リデューススキャッタの速度</translation>
    </message>
    <message>
        <source>share_of_the_node</source>
        <translation>ノード内の割合</translation>
    </message>
    <message>
        <source>replicated_rows</source>
        <translation>複製した行</translation>
    </message>
    <message>
        <source>bytes_of_the_busiest_device</source>
        <translation>最も忙しいデバイスのバイト数</translation>
    </message>
    <message>
        <source>partial_sums_of_the_busiest_device</source>
        <translation>最も忙しいデバイスの部分和</translation>
    </message>
    <message>
        <source>devices_of_a_node</source>
        <translation>ノードのデバイス数</translation>
    </message>
    <message>
        <source>Only RMS norms beside Megatron-LM&apos;s fused kernels may be otherwise than the rest</source>
        <translation>Megatron-LM の融合カーネルと並ぶ RMS 正規化だけが、ほかと別の作りにできます</translation>
    </message>
    <message>
        <source>Only DeepSpeed has these buffers</source>
        <translation>このバッファがあるのはDeepSpeedだけです</translation>
    </message>
    <message>
        <source>%1 has no such option</source>
        <translation>%1 にそのオプションはありません</translation>
    </message>
    <message>
        <source>as_laid_out</source>
        <translation>並べたときの差</translation>
    </message>
    <message>
        <source>lost_to_traffic</source>
        <translation>通信に奪われる計算</translation>
    </message>
    <message>
        <source>traffic_beside_work</source>
        <translation>計算と並行する通信</translation>
    </message>
    <message>
        <source>exposed_beside_work</source>
        <translation>計算に隠れない通信</translation>
    </message>
    <message>
        <source>beyond ASCII stand texts and comments only</source>
        <translation>ASCII 以外の文字が使えるのは文字列とコメントの中だけです</translation>
    </message>
    <message>
        <source>ring_steps</source>
        <translation>リングの段ごとの余分</translation>
    </message>
    <message>
        <source>flash_two</source>
        <translation>FlashAttention 2 の速さ</translation>
    </message>
    <message>
        <source>host_gather</source>
        <translation>1 回の収集に要するホスト時間</translation>
    </message>
    <message>
        <source>%1 has tensor and context degrees beside replicas only where weights are sharded</source>
        <translation>%1 でレプリカのほかにテンソル並列とコンテキスト並列を使えるのは、重みを分割するときだけです</translation>
    </message>
    <message>
        <source>%1 has tensor and context degrees alone: no pipelines, and experts are whole</source>
        <translation>%1 にあるのはテンソル並列とコンテキスト並列だけです（パイプラインはなく、エキスパートは分割しません）</translation>
    </message>
    <message>
        <source>%1 has tensor and pipeline degrees alone: no context, expert or virtual stages</source>
        <translation>%1 にあるのはテンソル並列とパイプライン並列だけです（コンテキスト並列、エキスパート並列、仮想ステージはありません）</translation>
    </message>
    <message>
        <source>gradients are reduced in the last micro-batch&apos;s backward alone</source>
        <translation>勾配を集約するのは最後のマイクロバッチの逆伝播だけです</translation>
    </message>
    <message>
        <source>%1 cuts experts as far as other tensors</source>
        <translation>%1 はエキスパートをほかのテンソルと同じだけ分割します</translation>
    </message>
    <message>
        <source>%1 cuts no experts beside a tensor degree</source>
        <translation>%1 はテンソル並列と一緒にはエキスパートを分割しません</translation>
    </message>
    <message>
        <source>%1 runs replicas, sharded or whole: no tensor, pipeline or context degree</source>
        <translation>%1 が動かすのはレプリカだけです（分割の有無は選べます）：テンソル並列、パイプライン並列、コンテキスト並列はありません</translation>
    </message>
    <message>
        <source>%1 offloads activations alone</source>
        <translation>%1 が退避するのはアクティベーションだけです</translation>
    </message>
    <message>
        <source>XLA moves collectives of sharded weights beside computing</source>
        <translation>分割した重みの集団通信を、XLA が計算と並行して行います</translation>
    </message>
    <message>
        <source>%1 sends micro-batches through a pipeline whose degree divides them</source>
        <translation>%1 のパイプラインでは、段数がマイクロバッチ数を割り切る必要があります</translation>
    </message>
    <message>
        <source>%1 shards the optimizer&apos;s state over all replicas, or all three alike</source>
        <translation>%1 はオプティマイザの状態をすべてのレプリカに分割するか、重み・勾配・オプティマイザを同じように分割します</translation>
    </message>
    <message>
        <source>%1 offloads the optimizer&apos;s state or activations</source>
        <translation>%1 が退避するのはオプティマイザの状態かアクティベーションです</translation>
    </message>
    <message>
        <source>attention by cuDNN&apos;s kernels; releases until the middle of 2025 took FlashAttention 2 but on Blackwell</source>
        <translation>アテンションに cuDNN のカーネルを使います。2025 年半ばまでの版は、Blackwell 以外では FlashAttention 2 を使っていました</translation>
    </message>
    <message>
        <source>modules_on_stage</source>
        <translation>ステージのモジュール数</translation>
    </message>
    <message>
        <source>%1 trains recommenders, and this model is none</source>
        <translation>%1 は推薦モデルを学習するもので、このモデルは推薦モデルではありません</translation>
    </message>
    <message>
        <source>adapters are not for phased execution</source>
        <translation>アダプタは段階的実行では使えません</translation>
    </message>
    <message>
        <source>%1 has no adapters beside frozen weights</source>
        <translation>%1 には、凍結した重みに付けるアダプタはありません</translation>
    </message>
    <message>
        <source>layouts side by side</source>
        <translation>並べた配置</translation>
    </message>
    <message>
        <source>training recipe</source>
        <translation>学習レシピ</translation>
    </message>
    <message>
        <source>tile_balance</source>
        <translation>タイルの均衡</translation>
    </message>
    <message>
        <source>exchange_between_tiles</source>
        <translation>タイル間の交換</translation>
    </message>
    <message>
        <source>synchronisation_of_tiles</source>
        <translation>タイルの同期</translation>
    </message>
    <message>
        <source>one_way</source>
        <translation>片道</translation>
    </message>
    <message>
        <source>copied_bytes</source>
        <translation>コピーされるバイト</translation>
    </message>
    <message>
        <source>copied_byte</source>
        <translation>1 バイトのコピー</translation>
    </message>
    <message>
        <source>exposed_shared_links</source>
        <translation>共有リンクの露出</translation>
    </message>
    <message>
        <source>the step in time: transfers that share a link</source>
        <translation>時間上のステップ：リンクを共有する転送</translation>
    </message>
    <message>
        <source>supersteps_beside_computing</source>
        <translation>計算のほかのスーパーステップ</translation>
    </message>
    <message>
        <source>shared_links</source>
        <translation>共有リンクの待ち</translation>
    </message>
    <message>
        <source>a view or a page, not both</source>
        <translation>ビューかページのどちらか一方</translation>
    </message>
    <message>
        <source>model, hardware, plan and cluster files (JSON), projects, DLRM command lines, PERSIA&apos;s YAML files, traces</source>
        <translation>モデル、ハードウェア、計画、クラスタのファイル（JSON）、プロジェクト、DLRM のコマンドライン、PERSIA の YAML ファイル、トレース</translation>
    </message>
    <message>
        <source>a window has this project open</source>
        <translation>ウィンドウがこのプロジェクトを開いています</translation>
    </message>
    <message>
        <source>a change of nothing</source>
        <translation>何も変えない変更</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not what is changed any more</source>
        <translation>「%1」は変更しようとしたものと違っています</translation>
    </message>
    <message>
        <source>two of a kind are called &quot;%1&quot;</source>
        <translation>同じ種類の二つが「%1」という名前です</translation>
    </message>
    <message>
        <source>it refers to %1, which is not there</source>
        <translation>%1 を参照していますが、それがありません</translation>
    </message>
    <message>
        <source>%1 of the project</source>
        <translation>プロジェクトの %1</translation>
    </message>
    <message>
        <source>the project file: an item of a kind that there is not</source>
        <translation>プロジェクトファイル: 種類の分からない項目</translation>
    </message>
    <message>
        <source>the project file: a change of nothing</source>
        <translation>プロジェクトファイル: 何も変えない変更</translation>
    </message>
    <message>
        <source>there was no version %1 of the project file</source>
        <translation>プロジェクトファイルにバージョン %1 はありません</translation>
    </message>
    <message>
        <source>an SQLite database of another program</source>
        <translation>別のプログラムの SQLite データベース</translation>
    </message>
    <message>
        <source>projects of Shardscope</source>
        <translation>Shardscope のプロジェクト</translation>
    </message>
    <message>
        <source>version %1 of the project file</source>
        <translation>プロジェクトファイルのバージョン %1</translation>
    </message>
    <message>
        <source>a newer Shardscope wrote it, and this one reads up to version %1; it stays as it is</source>
        <translation>新しい Shardscope が書いたもので、この版が読めるのはバージョン %1 までです。ファイルはそのまま残ります</translation>
    </message>
    <message>
        <source>the project file: %1</source>
        <translation>プロジェクトファイル: %1</translation>
    </message>
    <message>
        <source>there is a file of that name</source>
        <translation>その名前のファイルがすでにあります</translation>
    </message>
    <message>
        <source>what is no plain file</source>
        <translation>普通のファイルではないもの</translation>
    </message>
    <message>
        <source>a project lies in one</source>
        <translation>プロジェクトは普通のファイルに置かれます</translation>
    </message>
    <message>
        <source>an older version of the project file</source>
        <translation>古いバージョンのプロジェクトファイル</translation>
    </message>
    <message>
        <source>open it in the window once, which brings it to today&apos;s</source>
        <translation>ウィンドウで一度開くと、今のバージョンになります</translation>
    </message>
    <message>
        <source>its description says nothing of the kind</source>
        <translation>記述にその種の情報がありません</translation>
    </message>
    <message>
        <source>there is nothing on this page yet</source>
        <translation>このページにはまだ何もありません</translation>
    </message>
    <message>
        <source>the allocator is not simulated for this plan</source>
        <translation>この計画ではアロケータをシミュレートしません</translation>
    </message>
    <message>
        <source>the heap shows no more than the memory over the step: every request finds room</source>
        <translation>ヒープはステップ中のメモリ以上のことを示しません：どの要求にも空きがあります</translation>
    </message>
    <message>
        <source>the model has no layers that could be cut into stages</source>
        <translation>モデルにステージに分けられる層がありません</translation>
    </message>
    <message>
        <source>the step cannot be timed</source>
        <translation>ステップの時間を計算できません</translation>
    </message>
    <message>
        <source>one device alone has nobody to communicate with</source>
        <translation>デバイスが 1 つでは通信相手がありません</translation>
    </message>
    <message>
        <source>no plan is open</source>
        <translation>開いている計画がありません</translation>
    </message>
    <message>
        <source>the run holds nothing of the kind</source>
        <translation>実行にその種の記録がありません</translation>
    </message>
    <message>
        <source>the search has no such answer</source>
        <translation>探索にその答えはありません</translation>
    </message>
    <message>
        <source>PERSIA&apos;s roles alone have no ZionEX beside them</source>
        <translation>PERSIA の役割だけのときは ZionEX の図はありません</translation>
    </message>
    <message>
        <source>%1 has the schedule 1F1B alone</source>
        <translation>%1 のスケジュールは 1F1B だけです</translation>
    </message>
    <message>
        <source>gradients are reduced on a stream of their own while backward runs; ZeRO-3 does so anyway</source>
        <translation>逆伝播の間、勾配を専用のストリームで集約します（ZeRO-3 では常に行われます）</translation>
    </message>
    <message>
        <source>a layer&apos;s experts are gathered together; otherwise ZeRO-3 gathers the weights of each by itself</source>
        <translation>層のエキスパートをまとめて集めます。指定しなければ ZeRO-3 はエキスパートごとに重みを集めます</translation>
    </message>
    <message>
        <source>%1 has the schedule GPipe alone</source>
        <translation>%1 にあるスケジュールは GPipe だけです</translation>
    </message>
    <message>
        <source>%1 has the schedules 1F1B and interleaved 1F1B</source>
        <translation>%1 のスケジュールは 1F1B と インターリーブ 1F1B です</translation>
    </message>
    <message>
        <source>%1 has the schedules 1F1B and GPipe</source>
        <translation>%1 のスケジュールは 1F1B と GPipe です</translation>
    </message>
    <message>
        <source>phases need the schedule phased execution</source>
        <translation>フェーズにはスケジュール「段階的実行」が必要です</translation>
    </message>
    <message>
        <source>virtual stages above 1 need the schedule interleaved 1F1B</source>
        <translation>1 を超える仮想ステージにはスケジュール「インターリーブ 1F1B」が必要です</translation>
    </message>
    <message>
        <source>a summary of communication of Ascend&apos;s profiler (torch_npu)</source>
        <translation>Ascend のプロファイラ (torch_npu) の通信の要約</translation>
    </message>
    <message>
        <source>trace_view.json beside it is read, which tells when each call ran</source>
        <translation>同じ場所の trace_view.json が読めます。各呼び出しの時刻を持っています。</translation>
    </message>
    <message>
        <source>a table of Ascend&apos;s profiler (torch_npu)</source>
        <translation>Ascend のプロファイラ (torch_npu) の表</translation>
    </message>
    <message>
        <source>it sums up what trace_view.json beside it tells with times, threads and communication, and that is read (export_type=ExportType.Text writes it)</source>
        <translation>隣の trace_view.json が時刻、スレッド、通信とともに示す内容の集計です。そちらが読めます (export_type=ExportType.Text で書かれます)。</translation>
    </message>
    <message>
        <source>a table of torch.profiler (key_averages)</source>
        <translation>torch.profiler の表 (key_averages)</translation>
    </message>
    <message>
        <source>it holds sums over operators and no times: the same profiler&apos;s export_chrome_trace(&quot;trace.json&quot;) writes what is read</source>
        <translation>演算ごとの合計だけで時刻がありません。同じプロファイラの export_chrome_trace(&quot;trace.json&quot;) が読めるものを書きます。</translation>
    </message>
    <message>
        <source>the largest products have other weights: compare runs of one model</source>
        <translation>最も大きい行列積の重みが違います。同じモデルの実行を比べてください</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>change the plan&apos;s micro-batch or sequence, and compare again</source>
        <translation>計画のマイクロバッチか系列長を変えて、もう一度比べてください</translation>
    </message>
    <message>
        <source>record both with one micro-batch and sequence</source>
        <translation>両方を同じマイクロバッチと系列長で記録してください</translation>
    </message>
    <message>
        <source>change the plan&apos;s number of micro-batches, and compare again</source>
        <translation>計画のマイクロバッチ数を変えて、もう一度比べてください</translation>
    </message>
    <message>
        <source>record both with one number of micro-batches</source>
        <translation>両方を同じマイクロバッチ数で記録してください</translation>
    </message>
    <message>
        <source>compare plans of one model</source>
        <translation>同じモデルの計画を比べてください</translation>
    </message>
    <message>
        <source>plan for the device that the run was made on</source>
        <translation>実行したデバイスで計画してください</translation>
    </message>
    <message>
        <source>compare runs of one device</source>
        <translation>同じデバイスの実行を比べてください</translation>
    </message>
    <message>
        <source>plan for as many devices as the run had, or compare a rank of each</source>
        <translation>実行と同じ数のデバイスで計画するか、それぞれの 1 ランクを比べてください</translation>
    </message>
    <message>
        <source>compare runs of as many ranks, or a rank of each</source>
        <translation>同じ数のランクの実行を比べるか、それぞれの 1 ランクを比べてください</translation>
    </message>
    <message>
        <source>plan in the format of the run&apos;s products</source>
        <translation>実行の行列積と同じ数値形式で計画してください</translation>
    </message>
    <message>
        <source>compare runs in one format</source>
        <translation>同じ数値形式の実行を比べてください</translation>
    </message>
    <message>
        <source>give both one sequence length</source>
        <translation>両方を同じ系列長にしてください</translation>
    </message>
    <message>
        <source>give both one global batch</source>
        <translation>両方を同じグローバルバッチにしてください</translation>
    </message>
    <message>
        <source>the recording names %1</source>
        <translation>記録に %1 の名前があります</translation>
    </message>
    <message>
        <source>PyTorch, and no framework above it is named</source>
        <translation>PyTorch が使われ、その上のフレームワークの名前はありません</translation>
    </message>
    <message>
        <source>no step of an optimizer is named</source>
        <translation>オプティマイザのステップの名前がありません</translation>
    </message>
    <message>
        <source>no gradients were computed: this is no training</source>
        <translation>勾配が計算されていないため、学習ではありません</translation>
    </message>
    <message>
        <source>products are called as %1</source>
        <translation>行列積は %1 で呼ばれています</translation>
    </message>
    <message>
        <source>weights are called as %1</source>
        <translation>重みは %1 で渡されています</translation>
    </message>
    <message>
        <source>torch.optim keeps its state in the parameters&apos; own format</source>
        <translation>torch.optim は状態をパラメータと同じ形式で持ちます</translation>
    </message>
    <message>
        <source>operations do not show in which format the optimizer keeps its state</source>
        <translation>オプティマイザの状態の形式は演算からは分かりません</translation>
    </message>
    <message>
        <source>the recording names %1 and has no work of it</source>
        <translation>記録に %1 の名前がありますが、その作業はありません</translation>
    </message>
    <message>
        <source>the recording names no device</source>
        <translation>記録にデバイスの名前がありません</translation>
    </message>
    <message>
        <source>the catalogue has no machine with %1</source>
        <translation>%1 を持つマシンはカタログにありません</translation>
    </message>
    <message>
        <source>process group %1 has %2 ranks</source>
        <translation>プロセスグループ %1 は %2 ランクです</translation>
    </message>
    <message>
        <source>no other rank is named</source>
        <translation>他のランクの名前がありません</translation>
    </message>
    <message>
        <source>the world has %1 ranks</source>
        <translation>全体は %1 ランクです</translation>
    </message>
    <message>
        <source>no operations of PyTorch were recorded</source>
        <translation>PyTorch の演算が記録されていません</translation>
    </message>
    <message>
        <source>shapes were not recorded: record_shapes=True</source>
        <translation>形状が記録されていません：record_shapes=True</translation>
    </message>
    <message>
        <source>neither attention nor embedding bags are called</source>
        <translation>アテンションも埋め込みバッグも呼ばれていません</translation>
    </message>
    <message>
        <source>%1 was called with %2 samples</source>
        <translation>%1 は %2 サンプルで呼ばれました</translation>
    </message>
    <message>
        <source>the loss was called %1 times in a step</source>
        <translation>損失は 1 ステップに %1 回呼ばれました</translation>
    </message>
    <message>
        <source>embedding bags were called with %1 kinds of table</source>
        <translation>埋め込みバッグは %1 種類の表で呼ばれました</translation>
    </message>
    <message>
        <source>products follow one another: %1</source>
        <translation>行列積が続いています：%1</translation>
    </message>
    <message>
        <source>vectors are multiplied with each other in batches</source>
        <translation>ベクトル同士がバッチで掛けられています</translation>
    </message>
    <message>
        <source>no vectors are multiplied with each other</source>
        <translation>ベクトル同士は掛けられていません</translation>
    </message>
    <message>
        <source>a profiler does not record which ids are looked up</source>
        <translation>どの ID が引かれたかをプロファイラは記録しません</translation>
    </message>
    <message>
        <source>%1 was called with %2 tokens</source>
        <translation>%1 は %2 トークンで呼ばれました</translation>
    </message>
    <message>
        <source>%1 ran</source>
        <translation>%1 が動きました</translation>
    </message>
    <message>
        <source>attention ran forward %1 times while gradients were computed</source>
        <translation>勾配の計算中にアテンションの順伝播が %1 回動きました</translation>
    </message>
    <message>
        <source>attention was called %1 times in %2 micro-batches, on %3 of the stages</source>
        <translation>アテンションは %2 マイクロバッチで %1 回、ステージの %3 で呼ばれました</translation>
    </message>
    <message>
        <source>%1 was called with %2 heads of %3</source>
        <translation>%1 は幅 %3 の %2 ヘッドで呼ばれました</translation>
    </message>
    <message>
        <source>its keys have %1 heads</source>
        <translation>キーは %1 ヘッドです</translation>
    </message>
    <message>
        <source>the embedding has %1 columns</source>
        <translation>埋め込みは %1 列です</translation>
    </message>
    <message>
        <source>the embedding has %1 rows</source>
        <translation>埋め込みは %1 行です</translation>
    </message>
    <message>
        <source>a second table has %1 rows: positions</source>
        <translation>二つ目の表は %1 行で、位置の表です</translation>
    </message>
    <message>
        <source>two products lead to %1 columns and one back: gated</source>
        <translation>二つの行列積が %1 列へ、一つが戻ります：ゲート付きです</translation>
    </message>
    <message>
        <source>a product leads to %1 columns and one back</source>
        <translation>一つの行列積が %1 列へ、一つが戻ります</translation>
    </message>
    <message>
        <source>no product leads back to the hidden width but attention&apos;s</source>
        <translation>アテンション以外に隠れ幅へ戻る行列積がありません</translation>
    </message>
    <message>
        <source>the catalogue&apos;s model of these sizes</source>
        <translation>この大きさのカタログのモデルです</translation>
    </message>
    <message>
        <source>the step looks alike whether the head is the token table or not</source>
        <translation>出力層がトークン表と共有かどうかはステップからは分かりません</translation>
    </message>
    <message>
        <source>this rank does not look tokens up; open the first stage&apos;s file too</source>
        <translation>このランクはトークンを引きません。最初のステージのファイルも開いてください</translation>
    </message>
    <message>
        <source>no name tells phases: no function of autograd, no mark of an optimizer, no range called so</source>
        <translation>フェーズを示す名前がありません（autograd の関数も、オプティマイザーの印も、そのような名前の範囲もありません）</translation>
    </message>
    <message>
        <source>no file names its process groups</source>
        <translation>プロセスグループの名前を記したファイルがありません</translation>
    </message>
    <message>
        <source>category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>the file is cut short</source>
        <translation>ファイルが途中で切れています</translation>
    </message>
    <message>
        <source>the recording names %1, which serves models and does not train them</source>
        <translation>記録に %1 の名前があります。これはモデルを提供するもので、学習はしません</translation>
    </message>
    <message>
        <source>a file tells of %1 ranks, which is not believed</source>
        <translation>ファイルには %1 ランクとありますが、信用できません</translation>
    </message>
    <message>
        <source>the recording names %1, a stage of a pipeline, and no process group tells how many there are</source>
        <translation>記録にパイプラインのステージ %1 の名前がありますが、ステージ数を示すプロセスグループがありません</translation>
    </message>
    <message>
        <source>ranks send to one another as stages of a pipeline do, and no process group tells how many there are</source>
        <translation>ランク同士がパイプラインのステージのように送受信していますが、ステージ数を示すプロセスグループがありません</translation>
    </message>
    <message>
        <source>devices communicate, and no file tells how many there are</source>
        <translation>デバイスが通信していますが、その数を示すファイルがありません</translation>
    </message>
    <message>
        <source>no file names ranks, and no operations were recorded</source>
        <translation>ランクを示すファイルがなく、演算も記録されていません</translation>
    </message>
    <message>
        <source>it was simulated from a plan, which has the degrees</source>
        <translation>計画からシミュレーションしたものです。並列度は元の計画にあります</translation>
    </message>
    <message>
        <source>%1 devices or ranks were recorded</source>
        <translation>%1 個のデバイスまたはランクが記録されました</translation>
    </message>
    <message>
        <source>files of %1 jobs were opened; this is the first</source>
        <translation>%1 個のジョブのファイルが開かれました。これは最初のジョブです</translation>
    </message>
    <message>
        <source>its layers are those of one stage, and the stages are not known</source>
        <translation>レイヤーは 1 つのステージのもので、ステージ数が分かりません</translation>
    </message>
    <message>
        <source>memos are written as HTML, which any browser prints as PDF</source>
        <translation>メモは HTML で書きます。どのブラウザでも PDF に印刷できます</translation>
    </message>
    <message>
        <source>two are needed, a plan and a run or two runs</source>
        <translation>計画と実行、または二つの実行が必要です</translation>
    </message>
    <message>
        <source>three numbers are wanted: low, likely, high</source>
        <translation>下限、推定、上限の三つの数が必要です</translation>
    </message>
    <message>
        <source>one document is wanted, %1 are there</source>
        <translation>文書は一つのはずですが、%1 あります</translation>
    </message>
    <message>
        <source>two scenarios are called %1</source>
        <translation>%1 という名のシナリオが二つあります</translation>
    </message>
    <message>
        <source>a plan of measured cases</source>
        <translation>計測されたケースの計画</translation>
    </message>
    <message>
        <source>each case has its own</source>
        <translation>ケースごとに計画がある</translation>
    </message>
    <message>
        <source>recorded runs and measured cases are fitted apart</source>
        <translation>記録された実行と計測されたケースは別々に当てはめる</translation>
    </message>
    <message>
        <source>its largest products have weights of %2, the plan&apos;s of %1</source>
        <translation>最大の行列積の重みは %2、計画では %1</translation>
    </message>
    <message>
        <source>it was made on %2, the plan is for %1</source>
        <translation>記録は %2 で取られ、計画は %1 向け</translation>
    </message>
    <message>
        <source>it is of %2 ranks, the plan of %1</source>
        <translation>記録は %2 ランク、計画は %1 ランク</translation>
    </message>
    <message>
        <source>its products are in %2, the plan&apos;s in %1</source>
        <translation>行列積の形式は %2、計画では %1</translation>
    </message>
    <message>
        <source>its products meet %2 tokens at once, the plan&apos;s %1</source>
        <translation>行列積が一度に扱うトークンは %2、計画では %1</translation>
    </message>
    <message>
        <source>its products meet %2 tokens a step, the plan&apos;s %1</source>
        <translation>行列積がステップごとに扱うトークンは %2、計画では %1</translation>
    </message>
    <message>
        <source>its sequences have %2 tokens, the plan&apos;s %1</source>
        <translation>系列長は %2 トークン、計画では %1</translation>
    </message>
    <message>
        <source>calibrating without a plan</source>
        <translation>計画なしの較正</translation>
    </message>
    <message>
        <source>the recording does not tell its machine</source>
        <translation>記録からデバイスがわからない</translation>
    </message>
    <message>
        <source>the recording does not tell its model: name its plan</source>
        <translation>記録からモデルがわからない：計画を指定してください</translation>
    </message>
    <message>
        <source>calibrating on this plan</source>
        <translation>この計画での較正</translation>
    </message>
    <message>
        <source>%1 plans for the recordings of %2 jobs</source>
        <translation>%2 件のジョブの記録に対して計画が %1 件ある</translation>
    </message>
    <message>
        <source>no such work was recorded</source>
        <translation>このような処理は記録されていない</translation>
    </message>
    <message>
        <source>only %1 of the devices&apos; time goes there</source>
        <translation>デバイスの時間の %1 しか占めない</translation>
    </message>
    <message>
        <source>what it would be meets other shapes worse</source>
        <translation>この値では他の形状の誤差が増える</translation>
    </message>
    <message>
        <source>it was not asked for</source>
        <translation>求められていない</translation>
    </message>
    <message>
        <source>it is what the recording tells</source>
        <translation>記録が示す値と同じ</translation>
    </message>
    <message>
        <source>it tells nothing that the machine&apos;s calibration does not tell</source>
        <translation>デバイスの較正がすでに示すことのほかに何も示さない</translation>
    </message>
    <message>
        <source>%1, left out, is met worse: by %2, not by %3</source>
        <translation>除外した %1 の誤差が %3 から %2 に増える</translation>
    </message>
    <message>
        <source>what is left out is met no better</source>
        <translation>除外したものの誤差が減らない</translation>
    </message>
    <message>
        <source>after the fit its work is still %1 off</source>
        <translation>当てはめた後も処理の誤差が %1 残る</translation>
    </message>
    <message>
        <source>the step of %1 would be predicted %2 off, now %3</source>
        <translation>%1 のステップの誤差が現在の %3 から %2 になる</translation>
    </message>
    <message>
        <source>the plans are predicted with different calibrations: %1</source>
        <translation>計画が別々の較正で予測されている：%1</translation>
    </message>
    <message>
        <source>the files are ranks of one job: of many runs each has its own folder</source>
        <translation>これらのファイルは 1 つのジョブのランクです。複数の実行を比べるには、実行ごとにフォルダを分けてください</translation>
    </message>
    <message>
        <source>B, or a folder of two runs at least</source>
        <translation>B、または 2 つ以上の実行を含むフォルダ</translation>
    </message>
    <message>
        <source>SQL over a plan without a step</source>
        <translation>ステップのない計画への SQL</translation>
    </message>
    <message>
        <source>it has no rows to ask</source>
        <translation>問い合わせる行がありません</translation>
    </message>
    <message>
        <source>the recording names %1: a program of JAX, of which MaxText alone is planned for, and it names itself</source>
        <translation>記録に %1 がある：JAX のプログラム。計画できるのは MaxText だけで、それは自分の名前を記録する</translation>
    </message>
    <message>
        <source>XLA&apos;s operations do not name it</source>
        <translation>XLA の演算には名前がない</translation>
    </message>
    <message>
        <source>XLA&apos;s operations were recorded without the shapes of layers: the program&apos;s own configuration tells them</source>
        <translation>XLA の演算は層の形状なしで記録されている：形状はプログラム自身の設定から分かる</translation>
    </message>
    <message>
        <source>the optimizer ran %1</source>
        <translation>オプティマイザが %1 を実行した</translation>
    </message>
    <message>
        <source>%1 keeps copies of 32 bits unless it is told not to; operations do not show it</source>
        <translation>%1 は、指定がない限り 32 ビットの写しを持つ。演算からは分からない</translation>
    </message>
    <message>
        <source>%1 ranks send each other different parts, and do nothing else together</source>
        <translation>%1 個のランクが互いに別々の部分を送り合い、ほかの通信をしていない</translation>
    </message>
    <message>
        <source>of %1 ranks %2 look tokens up, and as many compute the loss</source>
        <translation>%1 個のランクのうち %2 個がトークンを参照し、同じ数が損失を計算する</translation>
    </message>
    <message>
        <source>%1 ranks hand on to one another</source>
        <translation>%1 個のランクが順に受け渡す</translation>
    </message>
    <message>
        <source>%1 ranks hand on to one another within one stage</source>
        <translation>%1 個のランクが 1 つのステージの中で順に受け渡す</translation>
    </message>
    <message>
        <source>XLA&apos;s collectives do not tell which axis of the mesh they serve</source>
        <translation>XLA の集団通信からは、メッシュのどの軸のものかが分からない</translation>
    </message>
    <message>
        <source>attention has %1 of %2 columns, and %3 ranks communicate</source>
        <translation>アテンションは %2 列のうち %1 列を持ち、%3 個のランクが通信する</translation>
    </message>
    <message>
        <source>the world&apos;s %1 ranks are no multiple of the other degrees&apos; %2</source>
        <translation>全 %1 ランクが、ほかの分割数の積 %2 で割り切れない</translation>
    </message>
    <message>
        <source>the recording names %1, which is stage 1 and stage 2</source>
        <translation>記録に %1 があるが、ステージ 1 と 2 のどちらにも使われる</translation>
    </message>
    <message>
        <source>replicas scatter gradients and gather weights: the distributed optimizer</source>
        <translation>レプリカが勾配を分散し重みを集めている：分散オプティマイザ</translation>
    </message>
    <message>
        <source>replicas gather and scatter, and nothing names what they shard</source>
        <translation>レプリカが集約と分散をしているが、何を分割しているかを示す名前がない</translation>
    </message>
    <message>
        <source>the largest of %1 scores were taken</source>
        <translation>%1 個のスコアから大きいものが選ばれた</translation>
    </message>
    <message>
        <source>%1 of them were taken</source>
        <translation>そのうち %1 個が選ばれた</translation>
    </message>
    <message>
        <source>the values of operands were not recorded: record_shapes=True of a profiler that writes concrete inputs</source>
        <translation>オペランドの値が記録されていない：具体的な入力を書き出すプロファイラで record_shapes=True とする</translation>
    </message>
    <message>
        <source>of %1 experts a rank&apos;s products have %2</source>
        <translation>%1 個のエキスパートのうち、1 ランクの行列積は %2 個を持つ</translation>
    </message>
    <message>
        <source>all stages together called attention %1 times in a micro-batch</source>
        <translation>全ステージを合わせて、1 マイクロバッチにつきアテンションが %1 回呼ばれた</translation>
    </message>
    <message>
        <source>how many experts a token is sent to is not told</source>
        <translation>トークンをいくつのエキスパートに送るかが示されていない</translation>
    </message>
    <message>
        <source>the devices of a node</source>
        <translation>ノードのデバイス数</translation>
    </message>
    <message>
        <source>a job of %1</source>
        <translation>%1 のジョブ</translation>
    </message>
    <message>
        <source>the configuration of its program is not written here</source>
        <translation>このプログラムの設定はここでは書き出せません</translation>
    </message>
    <message>
        <source>no device plug-in of Kubernetes is known for its devices</source>
        <translation>このデバイスのための Kubernetes のデバイスプラグインが知られていません</translation>
    </message>
    <message>
        <source>export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Megatron-LM arguments or log, ds_config.json, YAML of NeMo, Megatron-Bridge or NeMo AutoModel, a job of torchtitan, a configuration of accelerate, a model&apos;s config.json</source>
        <translation>Megatron-LM の引数かログ、ds_config.json、NeMo・Megatron-Bridge・NeMo AutoModel の YAML、torchtitan のジョブ、accelerate の設定、モデルの config.json</translation>
    </message>
    <message>
        <source>FSDP, DEEPSPEED, MULTI_GPU and NO are read</source>
        <translation>読み込めるのは FSDP、DEEPSPEED、MULTI_GPU、NO です</translation>
    </message>
    <message>
        <source>a configuration of accelerate names no model</source>
        <translation>accelerate の設定はモデルを指定しません</translation>
    </message>
    <message>
        <source>this plan in accelerate</source>
        <translation>accelerate でのこの計画</translation>
    </message>
    <message>
        <source>a configuration of accelerate</source>
        <translation>accelerate の設定</translation>
    </message>
    <message>
        <source>it has neither pipelines, expert groups nor phases</source>
        <translation>パイプラインもエキスパートの組もフェーズもありません</translation>
    </message>
    <message>
        <source>dp_replicate_size copies whole groups of replicas</source>
        <translation>dp_replicate_size はレプリカの組を丸ごと複製します</translation>
    </message>
    <message>
        <source>this plan in NeMo AutoModel</source>
        <translation>NeMo AutoModel でのこの計画</translation>
    </message>
    <message>
        <source>a recipe of NeMo AutoModel</source>
        <translation>NeMo AutoModel のレシピ</translation>
    </message>
    <message>
        <source>place in a list</source>
        <translation>一覧の位置</translation>
    </message>
    <message>
        <source>figure of the engines</source>
        <translation>エンジンの数値</translation>
    </message>
    <message>
        <source>row of a list</source>
        <translation>一覧の行</translation>
    </message>
    <message>
        <source>document of the engines</source>
        <translation>エンジンの文書</translation>
    </message>
    <message>
        <source>%1 is zero: nothing can be divided by it</source>
        <translation>%1 が 0 なので割れません</translation>
    </message>
    <message>
        <source>%1 is %2, not %3</source>
        <translation>%1 は %2 で、%3 ではありません</translation>
    </message>
    <message>
        <source>at %1 the product says &quot;%2&quot;, not &quot;%3&quot;</source>
        <translation>%1 のとき製品は「%2」と言い、「%3」とは言いません</translation>
    </message>
    <message>
        <source>a caption has at most %1 sentences; in %2 it has %3</source>
        <translation>説明文は %1 文までです。%2 では %3 文あります</translation>
    </message>
    <message>
        <source>a range goes up from &quot;from&quot; to &quot;to&quot; by &quot;by&quot; or &quot;times&quot;</source>
        <translation>範囲は &quot;from&quot; から &quot;to&quot; まで、&quot;by&quot; か &quot;times&quot; で上がります</translation>
    </message>
    <message>
        <source>a control has two values at least, by &quot;values&quot; or &quot;range&quot;</source>
        <translation>コントロールには &quot;values&quot; か &quot;range&quot; で 2 つ以上の値が要ります</translation>
    </message>
    <message>
        <source>the control begins with %1, which is none of its values</source>
        <translation>コントロールの最初の値 %1 は、その値の中にありません</translation>
    </message>
    <message>
        <source>of two answers or more one is right</source>
        <translation>答えは 2 つ以上あり、正解は 1 つです</translation>
    </message>
    <message>
        <source>%1 is no value of the step&apos;s control</source>
        <translation>%1 はこの手順のコントロールの値ではありません</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>授業</translation>
    </message>
    <message>
        <source>its state is not divided by ZeRO&apos;s stages</source>
        <translation>その状態は ZeRO の段階では分割されません</translation>
    </message>
    <message>
        <source>a memo or a picture, not both</source>
        <translation>メモか画像のどちらか一方です</translation>
    </message>
    <message>
        <source>the study has nothing of the kind: no scenario can run, or nothing would change it</source>
        <translation>検討にはこの図にするものがありません。実行できるシナリオがないか、決定を変えるものがありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood in &quot;%2&quot;; say it as &quot;512 h100 at 2.5 USD with half the network&quot;</source>
        <translation>「%2」の「%1」は理解できません。「512 h100 at 2.5 USD with half the network」または「H100 512台、2.5ドル、ネットワーク半分」のように書いてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: no plan is open whose machine that could be, and none was said before it</source>
        <translation>「%1」: それに当たるマシンがありません。計画が開かれておらず、その前にもマシンが書かれていません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not say how many devices; say it as &quot;512 h100&quot;</source>
        <translation>「%1」にデバイス数がありません。「512 h100」または「H100 512台」のように書いてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: a factor from a thousandth to a thousand is wanted</source>
        <translation>「%1」: 倍率は千分の一から千倍までです</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no machine; say it as &quot;512 h100&quot;</source>
        <translation>「%1」にマシンの名前がありません。「512 h100」または「H100 512台」のように書いてください</translation>
    </message>
    <message>
        <source>no machine is said; say it as &quot;512 h100; 144 gb200&quot;</source>
        <translation>マシンが書かれていません。「512 h100; 144 gb200」または「H100 512台、GB200 144台」のように書いてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no model of the catalogue</source>
        <translation>「%1」に当たるカタログのモデルはありません</translation>
    </message>
    <message>
        <source>how many tokens is not said; say it as &quot;15T tokens&quot;</source>
        <translation>トークン数が書かれていません。「15T tokens」または「15兆トークン」のように書いてください</translation>
    </message>
    <message>
        <source>a folder without lessons</source>
        <translation>授業のないフォルダ</translation>
    </message>
    <message>
        <source>what is left out is still %1 off</source>
        <translation>除いておいたものの誤差は、なお %1 です</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Actions</name>
    <message>
        <source>Everywhere</source>
        <translation>どこでも</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>タイムラインで</translation>
    </message>
    <message>
        <source>In a schedule</source>
        <translation>スケジュールで</translation>
    </message>
    <message>
        <source>In memory over time</source>
        <translation>メモリの時間推移で</translation>
    </message>
    <message>
        <source>Among the plans found</source>
        <translation>見つかった計画の図で</translation>
    </message>
    <message>
        <source>In other figures</source>
        <translation>そのほかの図で</translation>
    </message>
    <message>
        <source>In a lesson</source>
        <translation>授業の中</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ActivationCard</name>
    <message>
        <source>Not compared for this plan: %1</source>
        <translation>この計画では比較できません：%1</translation>
    </message>
    <message>
        <source>%1 a step, %2 on the fullest device</source>
        <translation>1 ステップ %1、最も埋まったデバイスで %2</translation>
    </message>
    <message numerus="yes">
        <source>None of %n choice(s) fits; the smallest: %1.</source>
        <translation>
            <numerusform>%n通りのどれも収まりません。最小は%1です。</numerusform>
        </translation>
    </message>
    <message>
        <source>As it stands the plan is the cheapest that fits: %1.</source>
        <translation>収まる中では今の計画が最も安くなっています：%1。</translation>
    </message>
    <message>
        <source>The cheapest that fits: %1. The plan as it stands: %2.</source>
        <translation>収まる中で最も安いもの：%1。今の計画：%2。</translation>
    </message>
    <message>
        <source>Activations: keep, recompute or move</source>
        <translation>活性値：保持・再計算・移動</translation>
    </message>
    <message>
        <source>Time to recompute each kind of activation against moving it</source>
        <translation>活性値の種類ごとの、再計算と移動の時間</translation>
    </message>
    <message>
        <source>Choose the cheapest</source>
        <translation>最も安いものを選ぶ</translation>
    </message>
    <message>
        <source>Sets recompute, memory of activations, gathered inputs and gathered weights to the shortest step that fits</source>
        <translation>再計算、活性値の置き場所、収集した入力と重みを、収まる中で最短のステップになるように設定します</translation>
    </message>
    <message>
        <source>Comparing ways to hold activations</source>
        <translation>活性値の持ち方を比べています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::AllocatorMapView</name>
    <message>
        <source>Segments and blocks</source>
        <translation>セグメントとブロック</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n セグメント</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 held. The arrow keys go from block to block.</source>
        <translation>%2 のうち %1 を使用。矢印キーでブロックを移ります。</translation>
    </message>
    <message>
        <source>No snapshot is open.</source>
        <translation>スナップショットは開かれていません。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::AnalysesPage</name>
    <message>
        <source>%1 is being worked out…</source>
        <translation>「%1」を求めています…</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>必要なもの：%1</translation>
    </message>
    <message>
        <source>Find out where the time goes</source>
        <translation>時間の使われ方を調べる</translation>
    </message>
    <message>
        <source>Open a recorded run. The page works out what its devices did: how long they computed, communicated and waited, and why, with the evidence on the timeline.</source>
        <translation>記録された実行を開きます。デバイスが計算、通信、待機に費やした時間とその理由を求め、根拠をタイムラインに示します。</translation>
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
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Peaks for utilisation and roofline</source>
        <translation>利用率とルーフラインの基準</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>The selected %1</source>
        <translation>選択した %1</translation>
    </message>
    <message>
        <source>What is selected on the timeline</source>
        <translation>タイムラインでの選択範囲</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>What is analysed</source>
        <translation>分析の対象</translation>
    </message>
    <message>
        <source>Select an area of the timeline (drag, or R over a selected slice) to analyse its time, and its rank where all its rows are of one. The page follows the selection.</source>
        <translation>タイムラインで範囲を選択すると（ドラッグ、またはスライスを選択して R）、その時間を分析します。すべての行が 1 つのランクのものなら、そのランクを分析します。ページは選択に追従します。</translation>
    </message>
    <message>
        <source>the recorded device</source>
        <translation>記録されたデバイス</translation>
    </message>
</context>
<context>
    <name>shardscope::app::AnswerButton</name>
    <message>
        <source>right</source>
        <translation>正解</translation>
    </message>
    <message>
        <source>not right</source>
        <translation>不正解</translation>
    </message>
</context>
<context>
    <name>shardscope::app::AskControls</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>64, or 8..512</source>
        <translation>64、または 8..512</translation>
    </message>
    <message>
        <source>Tokens of the run</source>
        <translation>学習のトークン数</translation>
    </message>
    <message>
        <source>15T</source>
        <translation>15T</translation>
    </message>
    <message>
        <source>Price of a device and hour</source>
        <translation>デバイス 1 台 1 時間の価格</translation>
    </message>
    <message>
        <source>2.5</source>
        <translation>2.5</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>モデルを絞り込む</translation>
    </message>
    <message>
        <source>Filter the machines</source>
        <translation>マシンを絞り込む</translation>
    </message>
    <message>
        <source>filter, for example llama</source>
        <translation>絞り込み（例：llama）</translation>
    </message>
    <message>
        <source>filter, for example h100</source>
        <translation>絞り込み（例：h100）</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>One for all machines, one for each in the order above, or NAME=PRICE for each, divided by commas; what was asked with is remembered for each machine</source>
        <translation>全マシン共通に 1 つ、上の順に 1 つずつ、または NAME=PRICE をカンマ区切りで。質問に使った価格はマシンごとに記憶されます</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>any, or 1024</source>
        <translation>任意、または 1024</translation>
    </message>
    <message>
        <source>Tokens in a sequence</source>
        <translation>シーケンスのトークン数</translation>
    </message>
    <message>
        <source>as the model</source>
        <translation>モデルのとおり</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>既定</translation>
    </message>
</context>
<context>
    <name>shardscope::app::AskPage</name>
    <message>
        <source>Searching…</source>
        <translation>探索しています…</translation>
    </message>
    <message>
        <source>Which is the smallest device that holds it?</source>
        <translation>収まる最小のデバイスは？</translation>
    </message>
    <message>
        <source>Choose a model on the left: the answer comes at once.</source>
        <translation>左でモデルを選ぶと、すぐに答えが出ます。</translation>
    </message>
    <message>
        <source>Which of these machines is the fastest for it?</source>
        <translation>これらのマシンのうち最も速いのは？</translation>
    </message>
    <message>
        <source>Tick the machines on the left.</source>
        <translation>左でマシンに印を付けてください。</translation>
    </message>
    <message>
        <source>Choose a model on the left.</source>
        <translation>左でモデルを選んでください。</translation>
    </message>
    <message>
        <source>What does the run cost?</source>
        <translation>学習の費用は？</translation>
    </message>
    <message>
        <source>The answers are still being searched for.</source>
        <translation>答えを探索しています。</translation>
    </message>
    <message>
        <source>Nothing has been answered yet.</source>
        <translation>まだ答えがありません。</translation>
    </message>
    <message>
        <source>Searching for an answer</source>
        <translation>答えを探索しています</translation>
    </message>
    <message>
        <source>Tick a machine, say how many tokens the run sees and what a device costs an hour; the fastest plan and the cheapest answer.</source>
        <translation>マシンを選び、学習するトークン数とデバイス 1 時間の価格を入力してください。最速の計画と最安の計画で答えます。</translation>
    </message>
    <message>
        <source>The fastest: %1</source>
        <translation>最速: %1</translation>
    </message>
    <message>
        <source>The cheapest: %1</source>
        <translation>最安: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::BoundSliders</name>
    <message>
        <source>its own</source>
        <translation>既定</translation>
    </message>
</context>
<context>
    <name>shardscope::app::CataloguePicker</name>
    <message>
        <source>Type a part of the name</source>
        <translation>名前の一部を入力</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>その他</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ComparePage</name>
    <message>
        <source>Plans side by side</source>
        <translation>計画を並べる</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比較するもの</translation>
    </message>
    <message>
        <source>Compare ways to lay a model out</source>
        <translation>モデルの配置方法を比べる</translation>
    </message>
    <message>
        <source>Choose a model and a machine on the Plan page. Data parallelism, ZeRO, Megatron-LM, GPipe, Mesh-TensorFlow and phased execution then stand side by side, with what each asks of the program.</source>
        <translation>計画のページでモデルとハードウェアを選んでください。データ並列、ZeRO、Megatron-LM、GPipe、Mesh-TensorFlow、段階的実行を並べ、それぞれがプログラムに求めることを示します。</translation>
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
        <source>No plan is chosen.</source>
        <translation>計画が選ばれていません。</translation>
    </message>
    <message>
        <source>Choose a model and a machine first.</source>
        <translation>先にモデルとマシンを選んでください。</translation>
    </message>
    <message>
        <source>Two sides</source>
        <translation>二つの比較</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ComparedPlans</name>
    <message>
        <source>Stopped.</source>
        <translation>中止しました。</translation>
    </message>
    <message>
        <source>Working out a plan to compare: %1</source>
        <translation>比べる計画を計算中：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ControlColumn</name>
    <message>
        <source>open</source>
        <translation>開いています</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折りたたみ</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Chosen lately</source>
        <translation>最近選んだもの</translation>
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
    <name>shardscope::app::DifferencePage</name>
    <message>
        <source>Stopped. Choose a side again to compare.</source>
        <translation>中止しました。比較するには、どちらかを選び直してください。</translation>
    </message>
    <message>
        <source>There are no two to compare: open a plan and a run, or two runs.</source>
        <translation>比較する二つがありません。計画と実行、または二つの実行を開いてください。</translation>
    </message>
    <message>
        <source>Nothing is compared while the two do not agree.</source>
        <translation>二つの条件が合わない間は比較しません。</translation>
    </message>
    <message>
        <source>The comparison is still being worked out.</source>
        <translation>比較はまだ計算中です。</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>Open as B</source>
        <translation>B として開く</translation>
    </message>
    <message>
        <source>Open as A</source>
        <translation>A として開く</translation>
    </message>
    <message>
        <source>Plans and traces (*.json *.gz *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.shardpack);;All files (*)</source>
        <translation>計画とトレース (*.json *.gz *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.shardpack);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>比較しています…</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>比較しています</translation>
    </message>
    <message>
        <source>Set two against each other</source>
        <translation>二つを突き合わせる</translation>
    </message>
    <message>
        <source>A plan and the run of it, two runs, two ranks of one, a plan and its simulation: where the time and the memory of a step differ, why, and what to try. Open them, or drop a file on either side.</source>
        <translation>計画とその実行、二つの実行、一つの実行の二つのランク、計画とそのシミュレーション。ステップの時間とメモリがどこで、なぜ違い、何を試せるかを示します。開くか、どちらかの側にファイルをドロップしてください。</translation>
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
        <source>against</source>
        <translation>対</translation>
    </message>
    <message>
        <source>Side A</source>
        <translation>A の側</translation>
    </message>
    <message>
        <source>Side B</source>
        <translation>B の側</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>入れ替え</translation>
    </message>
    <message>
        <source>A becomes B, and B becomes A</source>
        <translation>A を B に、B を A にします</translation>
    </message>
    <message>
        <source>Matching…</source>
        <translation>対応付け…</translation>
    </message>
    <message>
        <source>Which devices and operations are each other&apos;s, and how that was told</source>
        <translation>どのデバイスと演算が互いに対応し、それをどう見分けたか</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Write the difference</source>
        <translation>差を書き出す</translation>
    </message>
    <message>
        <source>Difference as JSON…</source>
        <translation>差を JSON で…</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Report as Markdown…</source>
        <translation>報告を Markdown で…</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Compare anyway</source>
        <translation>それでも比較</translation>
    </message>
    <message>
        <source>Compare with the plan changed</source>
        <translation>計画を変えて比較</translation>
    </message>
    <message>
        <source>From A&apos;s step to B&apos;s</source>
        <translation>A のステップから B のステップへ</translation>
    </message>
    <message>
        <source>One step, one ruler</source>
        <translation>一つの物差しに並べたステップ</translation>
    </message>
    <message>
        <source>Both steps in time</source>
        <translation>二つのステップの時間</translation>
    </message>
    <message>
        <source>A box leads to its place on the timeline; Ctrl and the wheel zoom, dragging moves</source>
        <translation>箱からタイムラインのその場所へ移れます。Ctrl とホイールで拡大縮小、ドラッグで移動します</translation>
    </message>
    <message>
        <source>Devices that are drawn</source>
        <translation>描かれるデバイス</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>拡大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>縮小</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>ステップ全体</translation>
    </message>
    <message>
        <source>Not compared yet: the two do not agree.</source>
        <translation>まだ比較していません。二つの条件が合っていません。</translation>
    </message>
    <message>
        <source>the two do not agree</source>
        <translation>条件が合っていません</translation>
    </message>
    <message>
        <source>model, batch and device agree</source>
        <translation>モデル、バッチ、デバイスが一致</translation>
    </message>
    <message>
        <source>Mean of a step; %1 of what differs is explained.</source>
        <translation>ステップの平均。差の %1 が説明されています。</translation>
    </message>
    <message>
        <source>rank %1 and rank %2</source>
        <translation>ランク %1 とランク %2</translation>
    </message>
    <message>
        <source>Laying out a step</source>
        <translation>ステップを並べています</translation>
    </message>
    <message>
        <source>Writing the difference</source>
        <translation>差を書いています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::DifferenceTables</name>
    <message>
        <source>Operations of: %1</source>
        <translation>演算: %1</translation>
    </message>
    <message>
        <source>A: %1, %2 a call. B: %3, %4 a call.</source>
        <translation>A: %1、1 回 %2。B: %3、1 回 %4。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Where it differs</source>
        <translation>違うところ</translation>
    </message>
    <message>
        <source>All operations</source>
        <translation>すべての演算</translation>
    </message>
    <message>
        <source>What the table is by</source>
        <translation>表の区分</translation>
    </message>
    <message>
        <source>A row leads to the operations behind it, and to their places on the ruler</source>
        <translation>行を開くと、その演算と、物差しの上の場所に移ります</translation>
    </message>
    <message>
        <source>By part</source>
        <translation>部分ごと</translation>
    </message>
    <message>
        <source>By operation</source>
        <translation>演算ごと</translation>
    </message>
    <message>
        <source>All %1 rows</source>
        <translation>%1 行すべて</translation>
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
    <message>
        <source>by class</source>
        <translation>種類ごと</translation>
    </message>
    <message>
        <source>by track</source>
        <translation>トラックごと</translation>
    </message>
    <message>
        <source>counters</source>
        <translation>カウンタ</translation>
    </message>
    <message>
        <source>Selected time: %1</source>
        <translation>選択した時間：%1</translation>
    </message>
    <message>
        <source>Summing what is selected</source>
        <translation>選択範囲を集計しています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::EmbeddingTableModel</name>
    <message>
        <source>Mean ids that a sample looks up in the table</source>
        <translation>1 サンプルがこの表で参照する ID の平均数</translation>
    </message>
    <message>
        <source>How many equal tables the row stands for</source>
        <translation>この行が表す同じ表の数</translation>
    </message>
    <message>
        <source>Exponent of a Zipf law over the rows; 0: all equally often</source>
        <translation>行に対する Zipf 則の指数。0：すべて同じ頻度</translation>
    </message>
    <message>
        <source>Of all tables that the row stands for; computed</source>
        <translation>この行が表すすべての表の値（計算値）</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Dim</source>
        <translation>次元</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>プーリング</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>オプティマイザ</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>偏り</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>オプティマイザ状態</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Shardings and kernels that the plan may choose from, and &quot;device N&quot;; empty: any. Shardings: %1. Kernels: %2</source>
        <translation>計画が選んでよい分割とカーネル、および &quot;device N&quot;。空欄：任意。分割：%1。カーネル：%2</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>許すもの</translation>
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
    <name>shardscope::app::FigureTools</name>
    <message>
        <source>Save a picture</source>
        <translation>図を保存</translation>
    </message>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</translation>
    </message>
    <message>
        <source>What can be done with this figure</source>
        <translation>この図でできること</translation>
    </message>
    <message>
        <source>Enlarge, copy, save</source>
        <translation>拡大、コピー、保存</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>拡大</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>図をコピー</translation>
    </message>
    <message>
        <source>Save the picture…</source>
        <translation>図を保存…</translation>
    </message>
    <message>
        <source>Drawing a picture</source>
        <translation>図を描画しています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::FlameWidget</name>
    <message>
        <source>%1 as a flame graph</source>
        <translation>%1（フレームグラフ）</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>デバイス時間</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>ホスト時間</translation>
    </message>
    <message>
        <source>Callers first</source>
        <translation>呼び出し元から</translation>
    </message>
    <message>
        <source>Kernels and operations first</source>
        <translation>カーネルと演算から</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>すべての呼び出し</translation>
    </message>
    <message>
        <source>Modules only</source>
        <translation>モジュールのみ</translation>
    </message>
    <message>
        <source>What the width stands for</source>
        <translation>幅が表すもの</translation>
    </message>
    <message>
        <source>What stands on top</source>
        <translation>上に置くもの</translation>
    </message>
    <message>
        <source>Which calls are drawn</source>
        <translation>描く呼び出し</translation>
    </message>
</context>
<context>
    <name>shardscope::app::FollowPage</name>
    <message>
        <source>What is followed has no sheet of its own.</source>
        <translation>追跡中の表示には、書き出す図がありません。</translation>
    </message>
    <message>
        <source>Follow a folder</source>
        <translation>フォルダーを追う</translation>
    </message>
    <message>
        <source>Reading what is new in %1</source>
        <translation>%1 の新しいものを読んでいます</translation>
    </message>
    <message>
        <source>Following %1</source>
        <translation>%1 を追っています</translation>
    </message>
    <message>
        <source>%1 is not followed any more</source>
        <translation>%1 はもう追っていません</translation>
    </message>
    <message>
        <source>%1 steps seen in %2 files.</source>
        <translation>%2 個のファイルで %1 ステップを見ました。</translation>
    </message>
    <message numerus="yes">
        <source>%n files wait: they cannot be read so far.</source>
        <translation>
            <numerusform>%n 個のファイルは、まだ読めないので待っています。</numerusform>
        </translation>
    </message>
    <message>
        <source>The open plan lies beneath as a band.</source>
        <translation>開いている計画が帯として下に描かれています。</translation>
    </message>
    <message>
        <source>No plan with a step was open: there is no band.</source>
        <translation>ステップのある計画が開かれていなかったので、帯はありません。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Follow again</source>
        <translation>もう一度追う</translation>
    </message>
    <message>
        <source>Nothing so far: steps are as usual.</source>
        <translation>今のところ何もありません。ステップは普段どおりです。</translation>
    </message>
    <message>
        <source>Follow a running job</source>
        <translation>実行中のジョブを追う</translation>
    </message>
    <message>
        <source>Choose the folder that its ranks write traces, logs and dumps to. New steps are drawn as they come, over the open plan, and what becomes of them is said with when it began.</source>
        <translation>ランクがトレース、ログ、ダンプを書くフォルダーを選んでください。新しいステップは来るたびに、開いている計画の上に描かれ、変化はいつ始まったかとともに示されます。</translation>
    </message>
    <message>
        <source>Follow a folder…</source>
        <translation>フォルダーを追う…</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>別のフォルダー…</translation>
    </message>
    <message>
        <source>Steps over time</source>
        <translation>ステップの推移</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>わかったこと</translation>
    </message>
</context>
<context>
    <name>shardscope::app::HardwarePage</name>
    <message>
        <source>No machine is open.</source>
        <translation>マシンが開かれていません。</translation>
    </message>
    <message>
        <source>%1 nodes of %2 devices</source>
        <translation>%2 デバイスのノード %1 台</translation>
    </message>
    <message>
        <source>%1 devices a node</source>
        <translation>ノード当たり %1 デバイス</translation>
    </message>
    <message>
        <source>unverified figures: %1</source>
        <translation>未確認の数値：%1</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>Matrix products, %1</source>
        <translation>行列積、%1</translation>
    </message>
    <message>
        <source>peak of a device</source>
        <translation>デバイスのピーク</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>Power of a board</source>
        <translation>ボードの電力</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Price of a device and hour</source>
        <translation>デバイス・時間当たりの価格</translation>
    </message>
    <message>
        <source>See what a machine is made of</source>
        <translation>マシンの構成を見る</translation>
    </message>
    <message>
        <source>Choose a machine above, or open a hardware description. The page shows its devices, memories and networks with their figures, where each is from, and what nobody could check.</source>
        <translation>上でマシンを選ぶか、ハードウェア記述を開いてください。デバイス・メモリ・ネットワークとその数値、それぞれの出典、確認できなかったものを示します。</translation>
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
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Choose a machine</source>
        <translation>マシンを選ぶ</translation>
    </message>
    <message>
        <source>Plan on it</source>
        <translation>これで計画する</translation>
    </message>
    <message>
        <source>A node and its links</source>
        <translation>ノードとそのリンク</translation>
    </message>
    <message>
        <source>Figures of the machine</source>
        <translation>マシンの数値</translation>
    </message>
    <message>
        <source>What programs reach</source>
        <translation>プログラムが達する値</translation>
    </message>
    <message>
        <source>Halve the network</source>
        <translation>ネットワークを半分に</translation>
    </message>
    <message>
        <source>Links between nodes half as fast: what would the plan lose?</source>
        <translation>ノード間のリンクを半分の速さに: 計画はどれだけ遅くなるか</translation>
    </message>
    <message>
        <source>Double it</source>
        <translation>2 倍に</translation>
    </message>
    <message>
        <source>Double the network</source>
        <translation>ネットワークを 2 倍に</translation>
    </message>
    <message>
        <source>Links between nodes twice as fast: what would the plan win?</source>
        <translation>ノード間のリンクを 2 倍の速さに: 計画はどれだけ速くなるか</translation>
    </message>
</context>
<context>
    <name>shardscope::app::HelpCard</name>
    <message>
        <source>Looking for changes that help the plan</source>
        <translation>計画の改善につながる変更を探しています</translation>
    </message>
    <message>
        <source>No single change makes the step faster.</source>
        <translation>単独の変更でステップが速くなるものはありません。</translation>
    </message>
    <message>
        <source>No single change makes the plan fit.</source>
        <translation>単独の変更で計画が収まるものはありません。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Fullest device</source>
        <translation>最も埋まったデバイス</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>its framework does not run it</source>
        <translation>このフレームワークでは実行不可</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>fits barely</source>
        <translation>ぎりぎり収まる</translation>
    </message>
    <message>
        <source>apply</source>
        <translation>適用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>適用：%1</translation>
    </message>
    <message>
        <source>The number of devices is held</source>
        <translation>デバイス数は固定されています</translation>
    </message>
    <message>
        <source>Apply this change to the plan</source>
        <translation>この変更を計画に適用</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>改善につながる変更</translation>
    </message>
    <message>
        <source>each change alone</source>
        <translation>1 つずつ変更した場合</translation>
    </message>
    <message>
        <source>Changes that would help</source>
        <translation>改善につながる変更</translation>
    </message>
</context>
<context>
    <name>shardscope::app::HomePage</name>
    <message>
        <source>Home has no picture of its own.</source>
        <translation>ホームには図がありません。</translation>
    </message>
    <message>
        <source>What do you want to train?</source>
        <translation>何を学習させますか。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>の実行先</translation>
    </message>
    <message>
        <source>Find the best plan</source>
        <translation>最良の計画を探す</translation>
    </message>
    <message>
        <source>Smallest cluster, cost…</source>
        <translation>最小の構成、費用…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>機種</translation>
    </message>
    <message>
        <source>Look into a run</source>
        <translation>実行の記録を見る</translation>
    </message>
    <message>
        <source>Drop traces anywhere: PyTorch, Nsight Systems, Perfetto, XPlane, rocprof, memory snapshots, Chakra; a folder with a file for each rank.</source>
        <translation>トレースをどこにでもドロップできます。PyTorch、Nsight Systems、Perfetto、XPlane、rocprof、メモリスナップショット、Chakra、またはランクごとに一つのファイルを収めたフォルダー。</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>続きから</translation>
    </message>
    <message>
        <source>Systems and runs to look at</source>
        <translation>見てみるシステムと記録</translation>
    </message>
    <message>
        <source>Compare machines…</source>
        <translation>マシンを比べる…</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ImportDialog</name>
    <message>
        <source>Arguments of Megatron-LM</source>
        <translation>Megatron-LM の引数</translation>
    </message>
    <message>
        <source>Arguments in a log of Megatron-LM</source>
        <translation>Megatron-LM のログにある引数</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s ds_config.json</source>
        <translation>DeepSpeed の ds_config.json</translation>
    </message>
    <message>
        <source>NeMo&apos;s YAML</source>
        <translation>NeMo の YAML</translation>
    </message>
    <message>
        <source>Import a plan</source>
        <translation>計画の取り込み</translation>
    </message>
    <message>
        <source>as the file says</source>
        <translation>ファイルのとおり</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>読み取った内容</translation>
    </message>
    <message>
        <source>Use this plan</source>
        <translation>この計画を使う</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing was ignored</source>
        <translation>無視したキーはありません</translation>
    </message>
    <message numerus="yes">
        <source>Ignored: %n key(s) that say nothing a plan knows</source>
        <translation>
            <numerusform>無視したキー：%n 個（計画に関係しないもの）</numerusform>
        </translation>
    </message>
    <message>
        <source>Job of torchtitan</source>
        <translation>torchtitan のジョブ</translation>
    </message>
    <message>
        <source>Recipe of NeMo AutoModel</source>
        <translation>NeMo AutoModel のレシピ</translation>
    </message>
    <message>
        <source>A model&apos;s config.json</source>
        <translation>モデルの config.json</translation>
    </message>
    <message>
        <source>Configuration of accelerate</source>
        <translation>accelerate の設定</translation>
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
    <message>
        <source>Samples a second</source>
        <translation>毎秒サンプル数</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>毎秒トークン数</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>Rate of %1</source>
        <translation>%1の速度</translation>
    </message>
    <message>
        <source>What %1 could do, %2</source>
        <translation>%1が出せる速度、%2</translation>
    </message>
    <message>
        <source>Time of a shard</source>
        <translation>シャードの時間</translation>
    </message>
    <message>
        <source>How long it takes, and why</source>
        <translation>所要時間とその理由</translation>
    </message>
    <message>
        <source>Reading the arguments of a slice</source>
        <translation>スライスの引数を読んでいます</translation>
    </message>
</context>
<context>
    <name>shardscope::app::JobBar</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>シーケンス長</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>数値形式</translation>
    </message>
    <message>
        <source>Deadline in days</source>
        <translation>期限（日）</translation>
    </message>
    <message>
        <source>Budget in USD</source>
        <translation>予算（USD）</translation>
    </message>
    <message>
        <source>15T</source>
        <translation>15T</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>the model&apos;s</source>
        <translation>モデルの値</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>shardscope::app::JobList</name>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Stopping: %1</source>
        <translation>中止しています：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>All that the window is at work on</source>
        <translation>ウィンドウが処理しているものすべて</translation>
    </message>
    <message>
        <source>What the window is at work on</source>
        <translation>ウィンドウが処理しているもの</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>残り %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::KeyField</name>
    <message>
        <source>Press the keys</source>
        <translation>キーを押してください</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Press the keys here; Backspace: none, Esc: as it was</source>
        <translation>ここでキーを押します。Backspace: なし、Esc: 元のまま</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LaunchDialog</name>
    <message>
        <source>Launch files</source>
        <translation>起動ファイル</translation>
    </message>
    <message>
        <source>What to write</source>
        <translation>書き出すもの</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Everything that the plan says is in it.</source>
        <translation>計画の内容はすべて含まれています。</translation>
    </message>
    <message>
        <source>Not in it: %1</source>
        <translation>含まれないもの: %1</translation>
    </message>
    <message>
        <source>A folder for the files</source>
        <translation>ファイルの保存先フォルダ</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>ファイルを保存</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>%1 に書き出しました</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LearnCard</name>
    <message>
        <source>Calibrating…</source>
        <translation>較正しています…</translation>
    </message>
    <message>
        <source>Calibrating with a run</source>
        <translation>実行で較正しています</translation>
    </message>
    <message>
        <source>The plan was made again with the calibration &quot;%1&quot;.</source>
        <translation>較正「%1」で計画を立て直しました。</translation>
    </message>
    <message>
        <source>What the plan can learn</source>
        <translation>計画が学べること</translation>
    </message>
    <message>
        <source>Calibrate with this run</source>
        <translation>この実行で較正</translation>
    </message>
    <message>
        <source>Fits the machine&apos;s rates to the recording, takes them over where they agree with it, and plans again</source>
        <translation>マシンの速さを記録に合わせ、記録と合えば取り入れて、計画を立て直します</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LearnPage</name>
    <message>
        <source>Learn</source>
        <translation>学ぶ</translation>
    </message>
    <message>
        <source>Each lesson is computed by the engines of this program as you read it: change what it rests on, and the figure follows. The last step takes your own plan.</source>
        <translation>どの授業も、読んでいるその場でこのプログラムのエンジンが計算しています。前提を変えると図も変わります。最後の手順では、あなた自身の計画を使います。</translation>
    </message>
    <message>
        <source>Lessons of a folder…</source>
        <translation>フォルダの授業を開く…</translation>
    </message>
    <message>
        <source>Open a folder of lessons</source>
        <translation>授業のフォルダを開く</translation>
    </message>
    <message>
        <source>A lesson&apos;s figure is saved by the button on its card.</source>
        <translation>授業の図は、そのカードのボタンで保存できます。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LessonCard</name>
    <message>
        <source>%1 min, %2 steps</source>
        <translation>%1 分、%2 手順</translation>
    </message>
    <message>
        <source>%1; done</source>
        <translation>%1、修了</translation>
    </message>
    <message>
        <source>%1; at step %2</source>
        <translation>%1、手順 %2 まで</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LessonControlBar</name>
    <message>
        <source>Try it: %1</source>
        <translation>試す：%1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>再生</translation>
    </message>
</context>
<context>
    <name>shardscope::app::LessonView</name>
    <message>
        <source>ours</source>
        <translation>計算値</translation>
    </message>
    <message>
        <source>published</source>
        <translation>発表値</translation>
    </message>
    <message>
        <source>by</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>Show what happens</source>
        <translation>答えを見る</translation>
    </message>
    <message>
        <source>Sources: %1</source>
        <translation>出典：%1</translation>
    </message>
    <message>
        <source>Drawing a step of a lesson</source>
        <translation>授業の図を描いています</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>最初から</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>授業一覧</translation>
    </message>
    <message>
        <source>In figures</source>
        <translation>数字で見る</translation>
    </message>
    <message>
        <source>Open a plan of your own</source>
        <translation>自分の計画を開く</translation>
    </message>
    <message>
        <source>%1: step %2 of %3</source>
        <translation>%1&#x3000;手順 %2／%3</translation>
    </message>
    <message>
        <source>For the teacher: %1</source>
        <translation>教える人へ：%1</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>終わる</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
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
        <source>&amp;Compact rows</source>
        <translation>行を詰める(&amp;C)</translation>
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
        <source>About Shardscope</source>
        <translation>Shardscope について</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;Planner and visual profiler for training very large models.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later, without any warranty.&lt;/p&gt;&lt;p&gt;Built with Qt %2.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;超大規模モデルの学習を計画し、可視化して分析します。&lt;/p&gt;&lt;p&gt;GNU General Public License バージョン 3 以降のもとで配布される無保証の自由ソフトウェアです。&lt;/p&gt;&lt;p&gt;Qt %2 で作られています。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上の %1</translation>
    </message>
    <message>
        <source>%1 – Shardscope</source>
        <translation>%1 – Shardscope</translation>
    </message>
    <message>
        <source>Filter the &amp;tracks</source>
        <translation>トラックを絞り込む(&amp;T)</translation>
    </message>
    <message>
        <source>Fold &amp;all groups</source>
        <translation>グループをすべてたたむ(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open all groups</source>
        <translation>グループをすべて開く(&amp;O)</translation>
    </message>
    <message>
        <source>select a span of time on the tracks passed; from the ruler: on all</source>
        <translation>通ったトラックの時間範囲を選択。目盛りから始めると全トラック</translation>
    </message>
    <message>
        <source>select all that is seen</source>
        <translation>見えている範囲をすべて選択</translation>
    </message>
    <message>
        <source>the selection fills the window; again: the whole run</source>
        <translation>選択を窓いっぱいに表示。もう一度で全体</translation>
    </message>
    <message>
        <source>select the time of the slice</source>
        <translation>スライスの時間を選択</translation>
    </message>
    <message>
        <source>pin the track of the slice to the top, or let it go</source>
        <translation>スライスのトラックを上に固定、または解除</translation>
    </message>
    <message>
        <source>select nothing</source>
        <translation>選択を解除</translation>
    </message>
    <message>
        <source>Import a plan</source>
        <translation>計画の取り込み</translation>
    </message>
    <message>
        <source>Megatron-LM arguments or log, ds_config.json, NeMo YAML (*.sh *.txt *.log *.json *.yaml *.yml);;All files (*)</source>
        <translation>Megatron-LM の引数やログ、ds_config.json、NeMo の YAML (*.sh *.txt *.log *.json *.yaml *.yml);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>&amp;Import a plan…</source>
        <translation>計画を取り込む(&amp;I)…</translation>
    </message>
    <message>
        <source>%1; not needed: %2</source>
        <translation>%1。不要なキー：%2</translation>
    </message>
    <message>
        <source>Open a folder of traces, one a rank</source>
        <translation>ランクごとに 1 つのトレースがあるフォルダーを開く</translation>
    </message>
    <message>
        <source>Open a &amp;folder of traces…</source>
        <translation>トレースのフォルダーを開く(&amp;F)…</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Ctrl + ホイール</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Shift + ドラッグ</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>ドラッグ</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>計画を保存</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>計画 (*.json)</translation>
    </message>
    <message>
        <source>The plan was edited. Save it?</source>
        <translation>計画が編集されています。保存しますか？</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>保存しない</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Sa&amp;ve the plan…</source>
        <translation>計画を保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Stopped. What had been read is not shown any more: half a run would pass for a whole one.</source>
        <translation>停止しました。途中まで読み込んだ内容は、完全な実行と誤解されないよう、表示していません。</translation>
    </message>
    <message>
        <source>There is no picture to save: %1</source>
        <translation>保存できる図がありません：%1</translation>
    </message>
    <message>
        <source>page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>control of the plan</source>
        <translation>計画の項目</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>機種</translation>
    </message>
    <message>
        <source>in the open run</source>
        <translation>開いている記録の中</translation>
    </message>
    <message>
        <source>Find the best plan of %1 on %2 × %3</source>
        <translation>%3 × %2 での %1 の最良の計画を探す</translation>
    </message>
    <message>
        <source>question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>表示倍率：%1</translation>
    </message>
    <message>
        <source>All that is read here (*.json *.onnx *.gz *.yaml *.yml *.csv *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.pickle *.shardpack *.shardscope);;All files (*)</source>
        <translation>ここで読めるもの (*.json *.onnx *.gz *.yaml *.yml *.csv *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.pickle *.shardpack *.shardscope);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Open a pro&amp;ject…</source>
        <translation>プロジェクトを開く(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Recent projects</source>
        <translation>最近のプロジェクト(&amp;R)</translation>
    </message>
    <message>
        <source>Save the project &amp;as…</source>
        <translation>プロジェクトに名前を付けて保存(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Go to or run…</source>
        <translation>移動・実行(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>進む(&amp;W)</translation>
    </message>
    <message>
        <source>Ne&amp;xt pane</source>
        <translation>次の区画(&amp;X)</translation>
    </message>
    <message>
        <source>Lar&amp;ger</source>
        <translation>大きく(&amp;G)</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>小さく(&amp;M)</translation>
    </message>
    <message>
        <source>Act&amp;ual size</source>
        <translation>等倍(&amp;U)</translation>
    </message>
    <message>
        <source>a file, a model, a machine, a plan, a trace</source>
        <translation>ファイル、モデル、マシン、計画、トレース</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>ランク数</translation>
    </message>
    <message>
        <source>Megatron-LM, DeepSpeed, NeMo, TorchTitan</source>
        <translation>Megatron-LM、DeepSpeed、NeMo、TorchTitan</translation>
    </message>
    <message>
        <source>export, SVG, PDF, PNG</source>
        <translation>書き出し、SVG、PDF、PNG</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>トレース</translation>
    </message>
    <message>
        <source>close, end</source>
        <translation>閉じる、終了</translation>
    </message>
    <message>
        <source>palette, commands, search</source>
        <translation>パレット、コマンド、検索</translation>
    </message>
    <message>
        <source>kernel, slice</source>
        <translation>カーネル、スライス</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>設定(&amp;S)…</translation>
    </message>
    <message>
        <source>where a number comes from</source>
        <translation>数値の由来</translation>
    </message>
    <message>
        <source>tables of the selection</source>
        <translation>選択範囲の表</translation>
    </message>
    <message>
        <source>zoom in</source>
        <translation>拡大</translation>
    </message>
    <message>
        <source>zoom out</source>
        <translation>縮小</translation>
    </message>
    <message>
        <source>zoom 100 %</source>
        <translation>等倍 100 %</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>キーボードショートカット(&amp;K)</translation>
    </message>
    <message>
        <source>keys, help</source>
        <translation>キー、ヘルプ</translation>
    </message>
    <message>
        <source>version, licence</source>
        <translation>バージョン、ライセンス</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>テーマ: システムに合わせる</translation>
    </message>
    <message>
        <source>colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>テーマ: ライト</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>テーマ: ダーク</translation>
    </message>
    <message>
        <source>Theme: high contrast</source>
        <translation>テーマ: ハイコントラスト</translation>
    </message>
    <message>
        <source>Language: English</source>
        <translation>言語: English</translation>
    </message>
    <message>
        <source>Language: 日本語</source>
        <translation>言語: 日本語</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日本語</translation>
    </message>
    <message>
        <source>zoom in where the mouse is</source>
        <translation>マウスの位置で拡大</translation>
    </message>
    <message>
        <source>pan left</source>
        <translation>左へ移動</translation>
    </message>
    <message>
        <source>pan right</source>
        <translation>右へ移動</translation>
    </message>
    <message>
        <source>next slice on the lane</source>
        <translation>レーンの次のスライスへ</translation>
    </message>
    <message>
        <source>previous slice on the lane</source>
        <translation>レーンの前のスライスへ</translation>
    </message>
    <message>
        <source>to the slice on the lane below</source>
        <translation>下のレーンのスライスへ</translation>
    </message>
    <message>
        <source>to the slice on the lane above</source>
        <translation>上のレーンのスライスへ</translation>
    </message>
    <message>
        <source>along an arrow</source>
        <translation>矢印に沿って進む</translation>
    </message>
    <message>
        <source>back along an arrow</source>
        <translation>矢印を逆にたどる</translation>
    </message>
    <message>
        <source>fold all groups</source>
        <translation>すべてのグループを折りたたむ</translation>
    </message>
    <message>
        <source>open all groups</source>
        <translation>すべてのグループを開く</translation>
    </message>
    <message>
        <source>the whole step fills the window</source>
        <translation>ステップ全体をウィンドウいっぱいに</translation>
    </message>
    <message>
        <source>play, or stop</source>
        <translation>再生、または停止</translation>
    </message>
    <message>
        <source>to the next moment</source>
        <translation>次の時点へ</translation>
    </message>
    <message>
        <source>to the moment before</source>
        <translation>前の時点へ</translation>
    </message>
    <message>
        <source>to the beginning of the step</source>
        <translation>ステップの先頭へ</translation>
    </message>
    <message>
        <source>to the end of the step</source>
        <translation>ステップの末尾へ</translation>
    </message>
    <message>
        <source>explain the box</source>
        <translation>箱の内訳を示す</translation>
    </message>
    <message>
        <source>let go of the box</source>
        <translation>箱の選択を解く</translation>
    </message>
    <message>
        <source>to the first moment</source>
        <translation>最初の時点へ</translation>
    </message>
    <message>
        <source>to the last moment</source>
        <translation>最後の時点へ</translation>
    </message>
    <message>
        <source>to the peak</source>
        <translation>ピークへ</translation>
    </message>
    <message>
        <source>to the next plan</source>
        <translation>次の計画へ</translation>
    </message>
    <message>
        <source>drag: those within in the table</source>
        <translation>ドラッグ: 範囲内のものを表に</translation>
    </message>
    <message>
        <source>choose the plan</source>
        <translation>計画を選ぶ</translation>
    </message>
    <message>
        <source>to the next part</source>
        <translation>次の部分へ</translation>
    </message>
    <message>
        <source>explain the part, as a click does</source>
        <translation>クリックと同じく、その部分の内訳を示す</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>%1, not now</source>
        <translation>%1 (いまは使えません)</translation>
    </message>
    <message>
        <source>That cannot be done now: nothing is open that it is about.</source>
        <translation>いまは実行できません。対象となるものが開かれていません。</translation>
    </message>
    <message>
        <source>Schedule for PyTorch (*.csv)</source>
        <translation>PyTorch 用のスケジュール (*.csv)</translation>
    </message>
    <message>
        <source>S&amp;hare the project…</source>
        <translation>プロジェクトの共有(&amp;H)…</translation>
    </message>
    <message>
        <source>a copy for somebody else, without names of hosts, users and paths</source>
        <translation>ほかの人に渡すコピー。ホスト名、ユーザー名、パスを含みません</translation>
    </message>
    <message>
        <source>measure the time of the slice, or the selected time</source>
        <translation>スライスまたは選択した時間の長さを測る</translation>
    </message>
    <message>
        <source>keep that time on the run; again: no longer</source>
        <translation>その時間を実行に残す（もう一度押すと取り消す）</translation>
    </message>
    <message>
        <source>write a note on the slice, or on the time</source>
        <translation>スライスまたは時間に注記を書く</translation>
    </message>
    <message>
        <source>click a note</source>
        <translation>注記をクリック</translation>
    </message>
    <message>
        <source>Drawing a picture</source>
        <translation>図を描画しています</translation>
    </message>
    <message>
        <source>Written: %1. Show its folder</source>
        <translation>書き出しました: %1。フォルダーを開く</translation>
    </message>
    <message>
        <source>Pla&amp;n this run</source>
        <translation>この実行を計画する(&amp;N)</translation>
    </message>
    <message>
        <source>guess model, machine, batch and degrees from the recording</source>
        <translation>記録からモデル、マシン、バッチ、並列度を推定</translation>
    </message>
    <message>
        <source>Fo&amp;llow a folder…</source>
        <translation>フォルダーを追う(&amp;L)…</translation>
    </message>
    <message>
        <source>a running job, new steps, drift</source>
        <translation>実行中のジョブ、新しいステップ、変化</translation>
    </message>
    <message>
        <source>preferences, options, language, theme, zoom, units, prices, kernels&apos; rules, caches, shortcuts</source>
        <translation>環境設定、オプション、言語、テーマ、表示倍率、単位、価格、カーネルの規則、キャッシュ、ショートカット</translation>
    </message>
    <message>
        <source>to the tracks above</source>
        <translation>上のトラックへ</translation>
    </message>
    <message>
        <source>to the tracks below</source>
        <translation>下のトラックへ</translation>
    </message>
    <message>
        <source>a screen of tracks up</source>
        <translation>トラックを 1 画面分上へ</translation>
    </message>
    <message>
        <source>a screen of tracks down</source>
        <translation>トラックを 1 画面分下へ</translation>
    </message>
    <message>
        <source>to the next box of the row</source>
        <translation>行の次の箱へ</translation>
    </message>
    <message>
        <source>to the box before it in the row</source>
        <translation>行の前の箱へ</translation>
    </message>
    <message>
        <source>to the box on the row below</source>
        <translation>下の行の箱へ</translation>
    </message>
    <message>
        <source>to the box on the row above</source>
        <translation>上の行の箱へ</translation>
    </message>
    <message>
        <source>to the moment after</source>
        <translation>後の時点へ</translation>
    </message>
    <message>
        <source>to the plan before</source>
        <translation>前の計画へ</translation>
    </message>
    <message>
        <source>to the part before</source>
        <translation>前の部分へ</translation>
    </message>
    <message>
        <source>&amp;Launch files…</source>
        <translation>起動ファイル(&amp;L)…</translation>
    </message>
    <message>
        <source>export, Slurm, Kubernetes, Megatron-LM, torchtitan, DeepSpeed, NeMo, accelerate</source>
        <translation>書き出し、Slurm、Kubernetes、Megatron-LM、torchtitan、DeepSpeed、NeMo、accelerate</translation>
    </message>
    <message>
        <source>Present the &amp;lesson</source>
        <translation>授業を映す(&amp;L)</translation>
    </message>
    <message>
        <source>full screen, large type, teach, slides</source>
        <translation>全画面、大きな文字、授業、スライド</translation>
    </message>
    <message>
        <source>show what happens, or go to the next step</source>
        <translation>答えを見る、または次の手順へ</translation>
    </message>
    <message>
        <source>to the step before</source>
        <translation>前の手順へ</translation>
    </message>
    <message>
        <source>the step as it began</source>
        <translation>手順を最初から</translation>
    </message>
    <message>
        <source>play the control, or stop</source>
        <translation>値を順に再生する、または止める</translation>
    </message>
    <message>
        <source>show notes for the teacher</source>
        <translation>教える人への注記を表示</translation>
    </message>
    <message>
        <source>to all lessons</source>
        <translation>授業一覧へ</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>授業</translation>
    </message>
    <message>
        <source>M&amp;emo…</source>
        <translation>メモ(&amp;E)…</translation>
    </message>
    <message>
        <source>report of the study, PDF, HTML</source>
        <translation>検討の報告、PDF、HTML</translation>
    </message>
    <message>
        <source>Study %1 in %2 scenarios</source>
        <translation>%1 を %2 件のシナリオで検討</translation>
    </message>
</context>
<context>
    <name>shardscope::app::MatchingDialog</name>
    <message>
        <source>What was matched how</source>
        <translation>何をどう対応付けたか</translation>
    </message>
    <message>
        <source>Model, batch, precision, device and number of ranks agree, as far as both tell them.</source>
        <translation>モデル、バッチ、精度、デバイス、ランク数は、双方からわかる限り一致しています。</translation>
    </message>
    <message>
        <source>Devices without a partner: %1 of A, %2 of B.</source>
        <translation>相手のないデバイス: A は %1、B は %2。</translation>
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
    <name>shardscope::app::MemoryCurve</name>
    <message>
        <source>%1 held, %2 reserved</source>
        <translation>使用 %1、確保 %2</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>メモリの推移</translation>
    </message>
    <message>
        <source>No snapshot is open.</source>
        <translation>スナップショットは開かれていません。</translation>
    </message>
    <message>
        <source>At most %1 are held, at %2. The arrow keys move the moment, P goes to the peak.</source>
        <translation>最大 %1 を %2 に使用。矢印キーで時点を動かし、P でピークへ移ります。</translation>
    </message>
    <message>
        <source>Moment: %1.</source>
        <translation>時点：%1。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::MemoryPage</name>
    <message>
        <source>Device %1</source>
        <translation>デバイス %1</translation>
    </message>
    <message>
        <source>Segments at %1: size, share held</source>
        <translation>%1 のセグメント：サイズ、使用率</translation>
    </message>
    <message>
        <source>See who holds the memory</source>
        <translation>メモリの使い手を見る</translation>
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
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>To the peak</source>
        <translation>ピークへ</translation>
    </message>
    <message>
        <source>Click a block to see who holds it, and for how long.</source>
        <translation>ブロックをクリックすると、誰がいつまで保持したかがわかります。</translation>
    </message>
    <message>
        <source>To its allocation</source>
        <translation>確保の時点へ</translation>
    </message>
    <message>
        <source>To its end</source>
        <translation>解放の時点へ</translation>
    </message>
    <message>
        <source>Properties of the block</source>
        <translation>ブロックの項目</translation>
    </message>
    <message>
        <source>Where the block was allocated</source>
        <translation>ブロックを確保した場所</translation>
    </message>
    <message>
        <source>Reading the records of memory</source>
        <translation>メモリの記録を読み込み中</translation>
    </message>
    <message>
        <source>Rank %1, %2</source>
        <translation>ランク %1、%2</translation>
    </message>
    <message>
        <source>Addresses in use at %1 (the trace tells no segments): size, share held</source>
        <translation>%1 に使用中のアドレス範囲（トレースにセグメントの記録なし）：サイズ、使用率</translation>
    </message>
    <message>
        <source>Open a memory snapshot that PyTorch wrote (torch.cuda.memory._dump_snapshot, .pickle or .pickle.gz), or a trace with memory records (profile_memory=True). The page shows what was held over time and where each block lay.</source>
        <translation>PyTorch が書いたメモリスナップショット（torch.cuda.memory._dump_snapshot、.pickle または .pickle.gz）、またはメモリの記録を含むトレース（profile_memory=True）を開きます。使用量の推移と各ブロックの位置を示します。</translation>
    </message>
    <message>
        <source>This run holds no memory records</source>
        <translation>この実行記録にはメモリの記録がありません</translation>
    </message>
    <message>
        <source>Job %1, %2</source>
        <translation>ジョブ %1、%2</translation>
    </message>
    <message>
        <source>The memory is still being read.</source>
        <translation>メモリを読み込んでいます。</translation>
    </message>
    <message>
        <source>This run holds no memory records.</source>
        <translation>この実行にはメモリの記録がありません。</translation>
    </message>
    <message>
        <source>Drawing the memory over time</source>
        <translation>メモリの推移を描いています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Minimap</name>
    <message>
        <source>Whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>How busy the run is over %1; drag to choose what the timeline shows.</source>
        <translation>%1 にわたる稼働の様子です。ドラッグでタイムラインの表示範囲を選びます。</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>実行は開かれていません。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ModelPage</name>
    <message>
        <source>Nothing was pasted: %1</source>
        <translation>貼り付けませんでした：%1</translation>
    </message>
    <message>
        <source>A recommender keeps at least one table.</source>
        <translation>推薦モデルには少なくとも 1 つの表が必要です。</translation>
    </message>
    <message>
        <source>%1 tables, %2 rows, %3 parameters; weights %4, optimizer state %5; a sample looks up %6 ids</source>
        <translation>表 %1 個、%2 行、パラメータ %3。重み %4、オプティマイザ状態 %5。1 サンプルが参照する ID は %6 個</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>表示中：%1</translation>
    </message>
    <message>
        <source>In total: %1</source>
        <translation>合計：%1</translation>
    </message>
    <message>
        <source>See what a model is made of</source>
        <translation>モデルの中身を見る</translation>
    </message>
    <message>
        <source>Open a model file, a DLRM command line or a list of tables. For a recommendation model, its tables can be edited here, and pasted from a spreadsheet.</source>
        <translation>モデルのファイル、DLRM のコマンド行、表の一覧を開いてください。推薦モデルの表はここで編集でき、表計算ソフトから貼り付けられます。</translation>
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
        <source>Filter tables</source>
        <translation>表を絞り込む</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>貼り付け</translation>
    </message>
    <message>
        <source>Rows of a spreadsheet: name, rows, dim, pooling, format, optimizer, count, skew, with or without titles</source>
        <translation>表計算の行：名前、行数、次元、プーリング、形式、オプティマイザ、数、偏り。見出しはあってもなくてもよい</translation>
    </message>
    <message>
        <source>Embedding tables</source>
        <translation>埋め込みテーブル</translation>
    </message>
    <message>
        <source>Figures of the model</source>
        <translation>モデルの数値</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>モデルが開かれていません。</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>層ごと</translation>
    </message>
</context>
<context>
    <name>shardscope::app::NoteButton</name>
    <message>
        <source>Note of the run</source>
        <translation>実行のメモ</translation>
    </message>
    <message>
        <source>What is to be known of %1:</source>
        <translation>%1 について知っておくこと:</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>メモ…</translation>
    </message>
    <message>
        <source>Write down what is to be known of this run; it is kept in the project</source>
        <translation>この実行について知っておくことを書き留めます。プロジェクトに保存されます</translation>
    </message>
</context>
<context>
    <name>shardscope::app::NoteKeeper</name>
    <message>
        <source>Note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>What is to be seen here; without words the note goes:</source>
        <translation>ここで見るべきこと（空にすると注記は消えます）：</translation>
    </message>
    <message>
        <source>What is to be seen in this time:</source>
        <translation>この時間で見るべきこと：</translation>
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
    <name>shardscope::app::Omnibox</name>
    <message>
        <source>Ask, search or run a command</source>
        <translation>質問、検索、操作</translation>
    </message>
    <message>
        <source>Finds actions, pages, models, machines, samples, controls and kernels; takes a question: llama 3 70b on 64 h100</source>
        <translation>操作、ページ、モデル、機種、サンプル、項目、カーネルを探します。質問も書けます：llama 3 70b を 64 台 h100</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation>Ctrl K</translation>
    </message>
</context>
<context>
    <name>shardscope::app::OverviewPage</name>
    <message>
        <source>The run is still being read; what is there already is on the timeline.</source>
        <translation>実行を読み込んでいます。すでに読んだ部分はタイムラインにあります。</translation>
    </message>
    <message>
        <source>Finding out what costs most…</source>
        <translation>何に最も時間がかかるかを調べています…</translation>
    </message>
    <message>
        <source>The recording takes %1</source>
        <translation>記録全体は %1</translation>
    </message>
    <message>
        <source>A step takes %1</source>
        <translation>1 ステップは %1</translation>
    </message>
    <message>
        <source>Show it on the timeline</source>
        <translation>タイムラインで表示</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>ランク %2 の %1</translation>
    </message>
    <message>
        <source>Evidence %1: %2</source>
        <translation>根拠 %1: %2</translation>
    </message>
    <message>
        <source>What costs most</source>
        <translation>最も時間がかかるもの</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Not applicable to this run</source>
        <translation>この実行には当てはまらないもの</translation>
    </message>
    <message>
        <source>See first what matters</source>
        <translation>大事なことから見る</translation>
    </message>
    <message>
        <source>Open a recorded run. The page says what it is, how the time of a step divides, and what costs most, with the evidence on the timeline and what would change it.</source>
        <translation>記録した実行を開いてください。それが何か、ステップの時間がどう分かれるか、何に最も時間がかかるかを、タイムライン上の根拠と改善策とともに示します。</translation>
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
        <source>Job</source>
        <translation>ジョブ</translation>
    </message>
    <message>
        <source>The files are of several jobs; the page tells of one.</source>
        <translation>ファイルは複数のジョブのものです。このページはそのうちの一つについて示します。</translation>
    </message>
    <message>
        <source>Finding out what costs most</source>
        <translation>最も時間がかかるものを調べています</translation>
    </message>
    <message>
        <source>What it costs of a step: %1</source>
        <translation>ステップ当たりの損失：%1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Plan this run</source>
        <translation>この実行を計画する</translation>
    </message>
    <message>
        <source>Guesses model, machine, batch and degrees from the recording</source>
        <translation>記録からモデル、マシン、バッチ、並列度を推定します</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1. How to record it: %2</source>
        <comment>what is not known; how</comment>
        <translation>%1。記録の方法: %2</translation>
    </message>
    <message>
        <source>The phase takes %1 of a step</source>
        <translation>フェーズは 1 ステップのうち %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PathBar</name>
    <message>
        <source>Critical path</source>
        <translation>クリティカルパス</translation>
    </message>
    <message>
        <source>Marks what held a step up: the step of the selected time, else the one in the middle of the view</source>
        <translation>ステップの時間を決めた経路を示します。選択した時間のステップ、選択がなければ表示の中央のステップが対象です</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PhaseCard</name>
    <message>
        <source>Phases</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>Bytes resident of each layer in each phase</source>
        <translation>各フェーズで各層が占めるバイト数</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>パイプラインのステージ</translation>
    </message>
    <message>
        <source>Working out the phases</source>
        <translation>フェーズを計算しています</translation>
    </message>
    <message>
        <source>What is shown of the phases</source>
        <translation>フェーズについて表示する内容</translation>
    </message>
    <message>
        <source>Memory by phase and layer</source>
        <translation>フェーズと層ごとのメモリ</translation>
    </message>
    <message>
        <source>Bandwidth of streaming memory needed</source>
        <translation>必要なストリーミングメモリ帯域幅</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlacementControls</name>
    <message>
        <source>No table is fixed.</source>
        <translation>固定した表はありません。</translation>
    </message>
    <message>
        <source>Fixed: %1</source>
        <translation>固定：%1</translation>
    </message>
    <message>
        <source>any sharding</source>
        <translation>分割は任意</translation>
    </message>
    <message>
        <source>any memory</source>
        <translation>メモリは任意</translation>
    </message>
    <message>
        <source>any device</source>
        <translation>デバイスは任意</translation>
    </message>
    <message>
        <source>device </source>
        <translation>デバイス </translation>
    </message>
    <message>
        <source>Release all</source>
        <translation>すべて解除</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Device of the table</source>
        <translation>表のデバイス</translation>
    </message>
    <message>
        <source>The table that is fixed; the placement is searched for the others</source>
        <translation>固定する表。ほかの表の配置は探索されます</translation>
    </message>
    <message>
        <source>Shardings that the table may take</source>
        <translation>この表に許す分割</translation>
    </message>
    <message>
        <source>Shardings that the table may take: the search chooses among those ticked</source>
        <translation>この表に許す分割。印を付けたものから探索が選びます</translation>
    </message>
    <message>
        <source>Memory that the table may lie in</source>
        <translation>この表に許すメモリ</translation>
    </message>
    <message>
        <source>Kernels and memory tiers of the table: the search chooses among those ticked</source>
        <translation>この表のカーネルとメモリ階層。印を付けたものから探索が選びます</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanControls</name>
    <message>
        <source>Global batch %1 = %2 × %3 × %4</source>
        <translation>グローバルバッチ %1 = %2 × %3 × %4</translation>
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
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>Looking for the best value of %1</source>
        <translation>%1 の最良の値を探しています</translation>
    </message>
    <message>
        <source>The largest that fits</source>
        <translation>収まる最大</translation>
    </message>
    <message>
        <source>The largest micro-batch that fits, with as many micro-batches: what --micro-batch max looks for</source>
        <translation>マイクロバッチ数をそのままに、収まる最大のマイクロバッチ：--micro-batch max が探すもの</translation>
    </message>
    <message>
        <source>The best number</source>
        <translation>最良の数</translation>
    </message>
    <message>
        <source>The number of IO tiles with the shortest step that fits: what --io-tiles best looks for</source>
        <translation>収まってステップが最も短い IO タイルの数：--io-tiles best が探すもの</translation>
    </message>
    <message>
        <source>Price of a device and hour</source>
        <translation>デバイス 1 台 1 時間の価格</translation>
    </message>
    <message>
        <source>Power of a device, W</source>
        <translation>デバイスの電力（W）</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>USD; empty: as the machine&apos;s description says. It is remembered for this machine</source>
        <translation>USD。空欄ならマシンの記述のとおり。このマシンについて記憶されます</translation>
    </message>
    <message>
        <source>All the time; empty: as the machine&apos;s description says. It is remembered for this machine</source>
        <translation>常時の値。空欄ならマシンの記述のとおり。このマシンについて記憶されます</translation>
    </message>
    <message>
        <source>Price and power</source>
        <translation>価格と電力</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 件変更</numerusform>
        </translation>
    </message>
    <message>
        <source>Hold the number of devices</source>
        <translation>デバイス数を固定</translation>
    </message>
    <message>
        <source>A change of one degree is then made up for by the replicas, else by the stages</source>
        <translation>並列度を一つ変えると、レプリカ数、それで足りなければステージ数で補います</translation>
    </message>
    <message>
        <source>In all: t × p × context × r. A change is made by the replicas, else by the stages</source>
        <translation>全体で t × p × コンテキスト × r。変更はレプリカ数、それで足りなければステージ数で行います</translation>
    </message>
    <message>
        <source>%1 devices cannot be divided like this.</source>
        <translation>%1 台のデバイスはこのようには分けられません。</translation>
    </message>
    <message>
        <source>%1 devices are held, and this does not divide them.</source>
        <translation>デバイス数は %1 に固定されていますが、この値では割り切れません。</translation>
    </message>
    <message>
        <source>Devices: %1</source>
        <translation>デバイス数: %1</translation>
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
        <source>Plan how a model is laid out</source>
        <translation>モデルの配置を計画する</translation>
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
    <message>
        <source>%1 steps, %2 samples</source>
        <translation>%1ステップ、%2サンプル</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1トークン</translation>
    </message>
    <message>
        <source>The whole training</source>
        <translation>学習全体</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1日</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1時間</translation>
    </message>
    <message>
        <source>See the step in time</source>
        <translation>ステップを時間軸で見る</translation>
    </message>
    <message>
        <source>Search for a better plan</source>
        <translation>よりよい計画を探す</translation>
    </message>
    <message>
        <source>Energy of a step</source>
        <translation>1 ステップのエネルギー</translation>
    </message>
    <message>
        <source>Cost of a step</source>
        <translation>1 ステップの費用</translation>
    </message>
    <message>
        <source>Enter a device&apos;s power to see the energy</source>
        <translation>エネルギーを見るにはデバイスの電力を入力</translation>
    </message>
    <message>
        <source>Enter a device&apos;s price to see the cost</source>
        <translation>費用を見るにはデバイスの価格を入力</translation>
    </message>
    <message>
        <source>Choose a model and a machine first.</source>
        <translation>先にモデルとマシンを選んでください。</translation>
    </message>
    <message>
        <source>Changed with the model or the machine, because it did not apply any more: %1.</source>
        <translation>モデルかマシンを変えたため、当てはまらなくなったものを変更しました：%1。</translation>
    </message>
    <message>
        <source>The figures below are of the plan before: %1</source>
        <translation>以下の数値は変更前の計画のものです：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Brings the model or the machine and the whole plan back</source>
        <translation>モデルまたはマシンと計画全体を元に戻します</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>答えなし</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>Fits, barely</source>
        <translation>かろうじて収まる</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>Choose a model and a machine above, open files of your own, or drop them anywhere. The page then says whether the plan fits, how fast it runs and what limits it.</source>
        <translation>上でモデルと機種を選ぶか、手元のファイルを開くか、どこにでもドロップしてください。計画が収まるか、どれだけ速いか、何が律速かをこのページが答えます。</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比べる…</translation>
    </message>
    <message>
        <source>on</source>
        <comment>a model, on a machine</comment>
        <translation>の実行先</translation>
    </message>
    <message>
        <source>FLOP of the model itself, recomputing not counted. Model FLOP utilization, attention over the full square; %1 where a causal mask&apos;s half is not counted</source>
        <translation>モデル自体の FLOP で、再計算は数えません。注意を正方形全体で数えたモデル FLOP 利用率。因果マスクの半分を数えなければ %1</translation>
    </message>
    <message>
        <source>%1 of its peak</source>
        <translation>ピークの %1</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 サンプル</translation>
    </message>
    <message>
        <source>Fullest device</source>
        <translation>最も埋まるデバイス</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>%1 超過</translation>
    </message>
    <message>
        <source>80 % interval: %1</source>
        <translation>80 % 区間：%1</translation>
    </message>
    <message>
        <source>%1 a device</source>
        <translation>1 台あたり %1</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n 台</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>「%1」へ移動</translation>
    </message>
    <message>
        <source>held: %1</source>
        <translation>固定: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanVsPlan</name>
    <message>
        <source>What &quot;%1&quot; asks of your own code</source>
        <translation>「%1」が自分のコードに求めること</translation>
    </message>
    <message>
        <source>Plans to compare</source>
        <translation>比較する計画</translation>
    </message>
    <message>
        <source>Keep the plan being edited</source>
        <translation>編集中の計画を残す</translation>
    </message>
    <message>
        <source>Plans side by side</source>
        <translation>計画の比較</translation>
    </message>
    <message>
        <source>Memory and time of each plan</source>
        <translation>各計画のメモリと時間</translation>
    </message>
    <message>
        <source>Use this plan</source>
        <translation>この計画を使う</translation>
    </message>
    <message>
        <source>What they differ in</source>
        <translation>計画の違い</translation>
    </message>
    <message>
        <source>Kept of %1 on %2</source>
        <translation>%2 での %1 の保存した計画</translation>
    </message>
    <message>
        <source>Shardscope</source>
        <translation>Shardscope</translation>
    </message>
    <message>
        <source>Take &quot;%1&quot; off the list? It is not kept anywhere else.</source>
        <translation>「%1」を一覧から外しますか？ほかには保存されていません。</translation>
    </message>
    <message>
        <source>It stays in this list, also at the next start</source>
        <translation>次に起動したときもこの一覧に残ります</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>一覧から外す</translation>
    </message>
    <message>
        <source>Up to six plans, on as many devices</source>
        <translation>6 つまでの計画を、同じ数のデバイスで</translation>
    </message>
    <message>
        <source>One global batch, the plan&apos;s</source>
        <translation>計画と同じ全体バッチ</translation>
    </message>
    <message>
        <source>The batch that suits each</source>
        <translation>それぞれに合うバッチ</translation>
    </message>
    <message>
        <source>Whose batch the layouts have</source>
        <translation>配置のバッチの決め方</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a layout, why it cannot be followed</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>除いたもの：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::PriceCard</name>
    <message>
        <source>%1 USD an hour</source>
        <translation>1 時間あたり %1 USD</translation>
    </message>
    <message>
        <source>Nothing was entered yet: each machine has what its description says.</source>
        <translation>まだ何も入力されていません。各マシンの記述にある値を使います。</translation>
    </message>
    <message>
        <source>Machine whose price and power are entered</source>
        <translation>価格と電力を入力するマシン</translation>
    </message>
    <message>
        <source>USD a device and hour</source>
        <translation>USD (デバイス 1 台 1 時間)</translation>
    </message>
    <message>
        <source>W a device</source>
        <translation>W (デバイス 1 台)</translation>
    </message>
    <message>
        <source>Price of a device and hour</source>
        <translation>デバイス・時間当たりの価格</translation>
    </message>
    <message>
        <source>Power of a device, W</source>
        <translation>デバイスの電力（W）</translation>
    </message>
    <message>
        <source>as described</source>
        <translation>記述のとおり</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ProjectSession</name>
    <message>
        <source>Projects (*%1)</source>
        <translation>プロジェクト (*%1)</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>プロジェクトを開く</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>プロジェクトを保存</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>まだありません</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>元に戻す(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直す(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>やり直す(&amp;R)：%1</translation>
    </message>
    <message>
        <source>The project file was damaged. What could be read of it is open: %1 items, and %2 steps that can be undone. The damaged file is kept as %3.</source>
        <translation>プロジェクトファイルが壊れていました。読み取れた %1 個の項目と、元に戻せる %2 個の手順を開いています。壊れたファイルは %3 に残してあります。</translation>
    </message>
    <message>
        <source>Made again of the last change: %1.</source>
        <translation>最後の変更から作り直した項目: %1。</translation>
    </message>
    <message>
        <source>Shardscope</source>
        <translation>Shardscope</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>コピーを保存…</translation>
    </message>
    <message>
        <source>Only read</source>
        <translation>読むだけにする</translation>
    </message>
    <message>
        <source>Write a copy to share</source>
        <translation>共有するコピーの書き出し</translation>
    </message>
    <message>
        <source>Another window has this project open. It can be read here, and follows what that one does; what you change is kept only in a copy.</source>
        <translation>このプロジェクトは別のウィンドウで開かれています。ここでは読み取りができ、そちらの変更が反映されます。ここでの変更はコピーにだけ保存されます。</translation>
    </message>
    <message>
        <source>The other window goes on with this project. What you see here has your own changes, which are kept only in a copy.</source>
        <translation>別のウィンドウがこのプロジェクトの編集を続けています。ここに見えているものには自分の変更があり、コピーにだけ保存されます。</translation>
    </message>
    <message>
        <source>Writing a copy to share</source>
        <translation>共有用のコピーを書き出しています</translation>
    </message>
</context>
<context>
    <name>shardscope::app::QuestionBox</name>
    <message>
        <source>That is right.</source>
        <translation>そのとおりです。</translation>
    </message>
    <message>
        <source>That is right: %1.</source>
        <translation>そのとおり、%1です。</translation>
    </message>
    <message>
        <source>That is not what happens.</source>
        <translation>そうはなりません。</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>正解は%1です。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::QuestionCard</name>
    <message>
        <source>Open as the plan</source>
        <translation>計画として開く</translation>
    </message>
    <message>
        <source>Copy the command that asks it</source>
        <translation>同じ質問のコマンドをコピー</translation>
    </message>
</context>
<context>
    <name>shardscope::app::RecommenderControls</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>ZionEX: tables on</source>
        <translation>ZIONEX：表の置き場所</translation>
    </message>
    <message>
        <source>Accelerators that the tables are sharded over</source>
        <translation>表を分けるアクセラレータの数</translation>
    </message>
    <message>
        <source>Samples a device takes in a step</source>
        <translation>デバイスが 1 ステップで処理するサンプル数</translation>
    </message>
    <message>
        <source>PERSIA: roles on</source>
        <translation>PERSIA：役割の置き場所</translation>
    </message>
    <message>
        <source>Ratio explorer</source>
        <translation>台数比の探索</translation>
    </message>
    <message>
        <source>Price of a machine, an hour</source>
        <translation>1 台の毎時価格</translation>
    </message>
    <message>
        <source>as the table</source>
        <translation>表と同じ</translation>
    </message>
    <message>
        <source>Sized by</source>
        <translation>台数の指定</translation>
    </message>
    <message>
        <source>Parameter servers</source>
        <translation>パラメータサーバ</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>推論提供</translation>
    </message>
    <message>
        <source>Convergence bound</source>
        <translation>収束の上界</translation>
    </message>
    <message>
        <source>the cluster itself</source>
        <translation>クラスタ定義のまま</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>指定なし</translation>
    </message>
    <message>
        <source>Fixed tables</source>
        <translation>固定した表</translation>
    </message>
    <message>
        <source>Zion, the predecessor</source>
        <translation>前の世代、ZION</translation>
    </message>
</context>
<context>
    <name>shardscope::app::RecommenderHead</name>
    <message>
        <source>Fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>%1: samples a second</source>
        <translation>%1：毎秒のサンプル</translation>
    </message>
    <message>
        <source>limited by %1</source>
        <translation>律速：%1</translation>
    </message>
    <message>
        <source>Rows held</source>
        <translation>保持する行</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>%1 のうち</translation>
    </message>
    <message>
        <source>ZionEX: time of a step</source>
        <translation>ZionEX：1 ステップの時間</translation>
    </message>
    <message>
        <source>ZionEX: samples a second</source>
        <translation>ZionEX：毎秒のサンプル</translation>
    </message>
    <message>
        <source>on %1 accelerators</source>
        <translation>アクセラレータ %1 台</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a memory, its bytes</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>テーブル</translation>
    </message>
    <message>
        <source>Exposed all-to-all</source>
        <translation>露出した all-to-all</translation>
    </message>
    <message>
        <source>What the pictures are about</source>
        <translation>図の主題</translation>
    </message>
</context>
<context>
    <name>shardscope::app::RecommenderPage</name>
    <message>
        <source>Cannot be evaluated: %1</source>
        <translation>評価できません：%1</translation>
    </message>
    <message>
        <source>Placing tables</source>
        <translation>表を配置中</translation>
    </message>
    <message>
        <source>Unverified figures were used: %1</source>
        <translation>未確認の数値を使っています：%1</translation>
    </message>
    <message>
        <source>Plan where the tables of a recommender go</source>
        <translation>推薦モデルの表の置き場所を計画する</translation>
    </message>
    <message>
        <source>Choose a recommendation model and its hardware on the left, or open a DLRM command line, a list of tables or a model file. The page shards the tables over accelerators as ZionEX does, serves them from parameter servers as PERSIA does, and puts both side by side.</source>
        <translation>左で推薦モデルとハードウェアを選ぶか、DLRM のコマンド行、表の一覧、モデルのファイルを開いてください。ZionEX のように表をアクセラレータに分け、PERSIA のようにパラメータサーバから配り、両者を並べて示します。</translation>
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
        <source>Placing tables…</source>
        <translation>表を配置しています…</translation>
    </message>
    <message>
        <source>No model with embedding tables is open.</source>
        <translation>埋め込み表のあるモデルが開かれていません。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::RecommenderSearchCard</name>
    <message>
        <source>Searching: %1</source>
        <translation>探索中：%1</translation>
    </message>
    <message>
        <source>Searching plans</source>
        <translation>計画を探索中</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>%1 plans considered: %2 left out by rules, %3 evaluated over %4 placements.</source>
        <translation>候補 %1 件：規則で除外 %2 件、評価 %3 件（配置 %4 通り）。</translation>
    </message>
    <message>
        <source>None of them fits.</source>
        <translation>収まるものはありません。</translation>
    </message>
    <message>
        <source>The plan has changed since: search again to have it considered.</source>
        <translation>その後、計画が変わりました。反映するには再度探索してください。</translation>
    </message>
    <message>
        <source>ZionEX: search for a better plan</source>
        <translation>ZionEX：よりよい計画の探索</translation>
    </message>
    <message>
        <source>least time</source>
        <translation>時間が最少</translation>
    </message>
    <message>
        <source>least device memory</source>
        <translation>デバイスメモリが最少</translation>
    </message>
    <message>
        <source>least cost</source>
        <translation>費用が最少</translation>
    </message>
    <message>
        <source>least energy</source>
        <translation>電力量が最少</translation>
    </message>
    <message>
        <source>What is to be least, for a sample</source>
        <translation>1 サンプルあたり何を最少にするか</translation>
    </message>
    <message>
        <source>best </source>
        <translation>上位 </translation>
    </message>
    <message>
        <source>How many plans to keep</source>
        <translation>残す計画の数</translation>
    </message>
    <message>
        <source>and the front</source>
        <translation>最前線も</translation>
    </message>
    <message>
        <source>Also the plans that no other beats in rate, memory and devices</source>
        <translation>速度、メモリ、台数のすべてで劣らない計画も残す</translation>
    </message>
    <message>
        <source>any number of devices</source>
        <translation>台数は任意</translation>
    </message>
    <message>
        <source>Powers of two of whole nodes; otherwise the plan&apos;s own number</source>
        <translation>ノード単位の 2 のべき乗。印がなければ計画の台数のまま</translation>
    </message>
    <message>
        <source>any formats</source>
        <translation>数値形式は任意</translation>
    </message>
    <message>
        <source>On the wire and in the perceptrons; otherwise those that the plan names stay</source>
        <translation>通信とパーセプトロンの数値形式。印がなければ計画の指定のまま</translation>
    </message>
    <message>
        <source>Plans found: cost against rate</source>
        <translation>見つかった計画：費用と速度</translation>
    </message>
    <message>
        <source>Plans found</source>
        <translation>見つかった計画</translation>
    </message>
    <message>
        <source>most for each device</source>
        <translation>デバイスあたり最大</translation>
    </message>
    <message>
        <source>any batch</source>
        <translation>任意のバッチ</translation>
    </message>
    <message>
        <source>The largest batch of a device that fits, up to the global batch that published trainings had; otherwise the plan&apos;s own</source>
        <translation>公表された学習の全体バッチまでで、デバイスに収まる最大のバッチ。外すと計画のバッチのまま</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ReportDialog</name>
    <message>
        <source>What became of %1</source>
        <translation>%1 の取り込み結果</translation>
    </message>
    <message>
        <source>It is open now. These keys were taken from it, assumed because it does not say them, or not needed.</source>
        <translation>ファイルを開きました。各項目は、取り込んだもの、記載がないため仮定したもの、不要なものに分かれます。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ReportView</name>
    <message>
        <source>Show it on the timeline</source>
        <translation>タイムラインで見る</translation>
    </message>
    <message>
        <source>Evidence %1: %2</source>
        <translation>根拠 %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>時間の推移</translation>
    </message>
    <message>
        <source>Column of %1 drawn as bars</source>
        <translation>棒で描く「%1」の列</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>ステップごと</translation>
    </message>
</context>
<context>
    <name>shardscope::app::RunPage</name>
    <message>
        <source>Recorded: %1</source>
        <translation>記録：%1</translation>
    </message>
    <message>
        <source>Simulated: %1</source>
        <translation>シミュレーション：%1</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>表示している実行</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>実行は開かれていません。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ScheduleControls</name>
    <message>
        <source>Schedules, one above the other</source>
        <translation>上下に並べるスケジュール</translation>
    </message>
    <message>
        <source>Pipeline stages (p)</source>
        <translation>パイプラインのステージ数 (p)</translation>
    </message>
    <message>
        <source>How many stages the layers are cut into</source>
        <translation>層をいくつのステージに分けるか</translation>
    </message>
    <message>
        <source>Micro-batches (m)</source>
        <translation>マイクロバッチ数 (m)</translation>
    </message>
    <message>
        <source>How many a step sends through the pipeline</source>
        <translation>1 ステップでパイプラインに流す数</translation>
    </message>
    <message>
        <source>Chunks a device (v)</source>
        <translation>デバイスごとの区分数 (v)</translation>
    </message>
    <message>
        <source>Of interleaved schedules: how many stages of its own each device has</source>
        <translation>インターリーブの場合: 各デバイスが持つステージの数</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Take over into the plan</source>
        <translation>計画に取り込む</translation>
    </message>
    <message>
        <source>The plan gets these numbers; it can be undone</source>
        <translation>これらの数を計画に入れます (元に戻せます)</translation>
    </message>
    <message>
        <source>the plan&apos;s own</source>
        <translation>計画自身のもの</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>もしも</translation>
    </message>
    <message>
        <source>Takes so many times as long</source>
        <translation>かかる時間の倍率</translation>
    </message>
    <message>
        <source>Back after (s)</source>
        <translation>復帰まで (秒)</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>チェックポイントの間のステップ数</translation>
    </message>
    <message>
        <source>Open a plan first: a schedule alone has no devices</source>
        <translation>先に計画を開いてください。スケジュールだけではデバイスがありません</translation>
    </message>
    <message>
        <source>Not part of what is tried</source>
        <translation>いま試しているものには関係しません</translation>
    </message>
    <message>
        <source>Nothing happens</source>
        <translation>何も起きない</translation>
    </message>
    <message>
        <source>Gradients of the replicas</source>
        <translation>レプリカの勾配</translation>
    </message>
    <message>
        <source>Ranks that the timeline shows apart</source>
        <translation>タイムラインで別に示すランク</translation>
    </message>
    <message>
        <source>The plan has no replica traffic beside its passes</source>
        <translation>この計画には、パスと並行するレプリカの通信がありません</translation>
    </message>
    <message>
        <source>Whether buckets of gradients and weights go out beside the passes, or wait for them</source>
        <translation>勾配と重みのバケットを、パスと並行して送るか、パスの後に送るか</translation>
    </message>
    <message>
        <source>Numbers of ranks, as 0, 17: &quot;Show in Timeline&quot; then has each of them beside the stage that stands for it</source>
        <translation>ランクの番号（0, 17 など）。「タイムラインで表示」で、それぞれを代表のステージと並べて示します</translation>
    </message>
    <message>
        <source>As the implementation has it</source>
        <translation>実装のとおり</translation>
    </message>
    <message>
        <source>Beside the passes</source>
        <translation>パスと並行</translation>
    </message>
    <message>
        <source>After the passes</source>
        <translation>パスの後</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Durations vary by (%)</source>
        <translation>所要時間のばらつき（%）</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>乱数の種</translation>
    </message>
    <message>
        <source>Nothing of it fails alone: its ranks wait for each other, and the job goes on from its checkpoint</source>
        <translation>単独で故障するものがありません。全ランクが互いを待ち、ジョブはチェックポイントから再開します</translation>
    </message>
    <message>
        <source>What happens to one part of the plan</source>
        <translation>計画の一部に何かが起きた場合を試します</translation>
    </message>
    <message>
        <source>What a failure costs is counted with steady durations</source>
        <translation>故障の損失は、ばらつきのない所要時間で数えます</translation>
    </message>
    <message>
        <source>Standard deviation of each duration, as a share of it</source>
        <translation>各所要時間の標準偏差（その所要時間に対する割合）</translation>
    </message>
    <message>
        <source>The same number draws the same durations</source>
        <translation>同じ数なら同じ所要時間になります</translation>
    </message>
    <message>
        <source>A recommender has tables, no stages</source>
        <translation>推薦モデルにあるのは表で、ステージはありません</translation>
    </message>
    <message>
        <source>A device, stage or link is slow</source>
        <translation>一部が遅い</translation>
    </message>
    <message>
        <source>A stage or server fails</source>
        <translation>一部が故障する</translation>
    </message>
    <message>
        <source>To which part</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>反映</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SchedulePage</name>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>再生</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 上の %1: %3</translation>
    </message>
    <message>
        <source>No plan is open: a forward, an input gradient and a weight gradient of a chunk take one unit of time each, messages none.</source>
        <translation>計画が開かれていません: 区分の順伝播、入力勾配、重み勾配はそれぞれ 1 単位時間、メッセージは 0 とします。</translation>
    </message>
    <message>
        <source>Being worked out…</source>
        <translation>計算しています…</translation>
    </message>
    <message>
        <source>The closed form of the Plan page says the same.</source>
        <translation>計画ページの閉じた式も同じ値です。</translation>
    </message>
    <message>
        <source>The closed form of the Plan page says %1; the difference: %2.</source>
        <translation>計画ページの閉じた式では %1。差: %2。</translation>
    </message>
    <message>
        <source>What being 10 % faster would save of the step: %1.</source>
        <translation>10 % 速くなると短くなるステップの時間: %1。</translation>
    </message>
    <message>
        <source>A schedule alone has no devices: open a plan first</source>
        <translation>スケジュールだけではデバイスがありません。まず計画を開いてください</translation>
    </message>
    <message>
        <source>Its derivation comes with the simulation, in a moment</source>
        <translation>導出はまもなくシミュレーションとともに示されます</translation>
    </message>
    <message>
        <source>%1: one unit of time; with a plan open, a click shows where its time comes from</source>
        <translation>%1: 1 単位時間。計画を開くと、クリックで時間の導出が見られます</translation>
    </message>
    <message>
        <source>Plays the step; Space in the picture</source>
        <translation>ステップを再生します (図の中では Space)</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>To where something began or ended before; comma in the picture</source>
        <translation>前の始まりか終わりへ (図の中ではコンマ)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>進む</translation>
    </message>
    <message>
        <source>To where something begins or ends next; full stop in the picture</source>
        <translation>次の始まりか終わりへ (図の中ではピリオド)</translation>
    </message>
    <message>
        <source>Moment of the step</source>
        <translation>ステップの時点</translation>
    </message>
    <message>
        <source>Moment of the step; what comes after it is veiled</source>
        <translation>ステップの時点。それより後は薄く表示されます</translation>
    </message>
    <message>
        <source>¼ speed</source>
        <translation>1/4 の速さ</translation>
    </message>
    <message>
        <source>½ speed</source>
        <translation>1/2 の速さ</translation>
    </message>
    <message>
        <source>normal speed</source>
        <translation>標準の速さ</translation>
    </message>
    <message>
        <source>2 × speed</source>
        <translation>2 倍の速さ</translation>
    </message>
    <message>
        <source>4 × speed</source>
        <translation>4 倍の速さ</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速さ</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>タイムラインで表示</translation>
    </message>
    <message>
        <source>Schedules: stages against time</source>
        <translation>スケジュール: 時間に対するステージ</translation>
    </message>
    <message>
        <source>Figures of the schedules</source>
        <translation>スケジュールの数値</translation>
    </message>
    <message>
        <source>What the colours stand for</source>
        <translation>色の意味</translation>
    </message>
    <message>
        <source>It fails half a step before the next checkpoint is whole, and all stages stop with it: %1 of work is done again, and the job is %2 late, %3 of them until it is back.</source>
        <translation>次のチェックポイントが完成する半ステップ前に故障し、すべてのステージが止まります。%1 の作業をやり直し、ジョブは %2 遅れます。うち %3 は復帰までの時間です。</translation>
    </message>
    <message>
        <source>%1 on PERSIA&apos;s roles, as the Recommender page sets them</source>
        <translation>%1、PERSIA の役割の上（レコメンダーのページの設定どおり）</translation>
    </message>
    <message>
        <source>The closed form of the Recommender page says the same.</source>
        <translation>レコメンダーのページの閉形式も同じ値です。</translation>
    </message>
    <message>
        <source>The closed form of the Recommender page says %1; the difference: %2.</source>
        <translation>レコメンダーのページの閉形式では %1。差：%2。</translation>
    </message>
    <message>
        <source> with contiguous gradients</source>
        <translation>（連続した勾配）</translation>
    </message>
    <message>
        <source> with gradients where they lie</source>
        <translation>（勾配はその場のまま）</translation>
    </message>
    <message>
        <source>Stage %1%2: %3 find no room %4 into the step, though %5 are free, in pieces.</source>
        <translation>ステージ %1%2：ステップの %4 時点で %3 の空きが見つかりません。合計 %5 は空いていますが、断片です。</translation>
    </message>
    <message>
        <source>Stage %1%2: %3 find no room %4 into the step; %5 are free.</source>
        <translation>ステージ %1%2：ステップの %4 時点で %3 の空きが見つかりません。空きは %5 です。</translation>
    </message>
    <message>
        <source>%1 lasts as long as what it waits for</source>
        <translation>%1 は、待っている相手と同じだけ続きます</translation>
    </message>
    <message>
        <source>%1 stops half a batch before the next checkpoint is whole, and is back after %2: the last batch ends %3 later, and updates of %4 batches are lost, in %5 of the rows.</source>
        <translation>%1：次のチェックポイントが揃う半バッチ前に止まり、%2 後に復帰します。最後のバッチの終わりは %3 遅れ、行の %5 で %4 バッチ分の更新が失われます。</translation>
    </message>
    <message>
        <source>%1 on PERSIA&apos;s roles</source>
        <translation>%1（PERSIA の役割）</translation>
    </message>
    <message>
        <source>Simulates this step and opens it like a recorded run: %1</source>
        <translation>このステップをシミュレーションし、記録された実行と同じように開きます：%1</translation>
    </message>
    <message>
        <source>A click in another schedule chooses that one</source>
        <translation>別のスケジュールをクリックすると、そちらが選ばれます</translation>
    </message>
    <message>
        <source>No schedule is drawn yet.</source>
        <translation>スケジュールはまだ描かれていません。</translation>
    </message>
    <message>
        <source>Simulating schedules</source>
        <translation>スケジュールをシミュレーションしています</translation>
    </message>
    <message>
        <source>Schedules (%1)</source>
        <translation>スケジュール（%1）</translation>
    </message>
    <message>
        <source>Which schedules stand one above the other, and what happens to the plan</source>
        <translation>どのスケジュールを上下に並べるか、計画に何が起きるか</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>もしも…</translation>
    </message>
    <message>
        <source>A slow device, a failure, durations that vary</source>
        <translation>遅いデバイス、故障、ばらつく所要時間</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>ステップ全体</translation>
    </message>
    <message>
        <source>All of the step, or its first passes as large as one can read them; F in the picture sees all</source>
        <translation>ステップ全体、または読める大きさの最初のパス。図の中では F で全体を表示</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>The figures of the schedules, and what they mean</source>
        <translation>スケジュールの数値とその意味</translation>
    </message>
    <message>
        <source>No schedule is ticked: the button Schedules has them.</source>
        <translation>スケジュールが選ばれていません。「スケジュール」ボタンにあります。</translation>
    </message>
    <message>
        <source>PERSIA&apos;s modes are ticked under Schedules, to see them above each other at one scale.</source>
        <translation>PERSIA のモードは「スケジュール」で選ぶと、同じ尺度で上下に並びます。</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ScheduleView</name>
    <message>
        <source>%1: %2, from %3</source>
        <translation>%1: %2、%3 から</translation>
    </message>
    <message>
        <source>the device waited %1 before it</source>
        <translation>その前にデバイスは %1 待った</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>%1 が必要</translation>
    </message>
    <message>
        <source>%1 of batch %2</source>
        <translation>%1（バッチ %2）</translation>
    </message>
    <message>
        <source>its row stood idle for %1 before it</source>
        <translation>その前に行は %1 空いていた</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SearchControls</name>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>エネルギー</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス数</translation>
    </message>
    <message>
        <source>64, or 8..512; empty: all</source>
        <translation>64 または 8..512。空は全部</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>1024, or 512..2048; empty: any</source>
        <translation>1024 または 512..2048。空は任意</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小にするもの</translation>
    </message>
    <message>
        <source>Front of (two or three)</source>
        <translation>パレート前線 (2 つか 3 つ)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>15T</source>
        <translation>15T</translation>
    </message>
    <message>
        <source>Price of a device and hour</source>
        <translation>デバイス 1 時間の価格</translation>
    </message>
    <message>
        <source>2.5</source>
        <translation>2.5</translation>
    </message>
    <message>
        <source>What must be kept</source>
        <translation>守るべきもの</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>30 d</source>
        <translation>30 d</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>5e6</source>
        <translation>5e6</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>エネルギー</translation>
    </message>
    <message>
        <source>5 GJ</source>
        <translation>5 GJ</translation>
    </message>
    <message>
        <source>Memory that stays free</source>
        <translation>空けておくメモリ</translation>
    </message>
    <message>
        <source>4 GiB</source>
        <translation>4 GiB</translation>
    </message>
    <message>
        <source>Keys of the plan</source>
        <translation>計画のキー</translation>
    </message>
    <message>
        <source>tensor=8 pipeline=1..16</source>
        <translation>tensor=8 pipeline=1..16</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選ぶ…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Tensor groups within a node</source>
        <translation>テンソル群はノード内</translation>
    </message>
    <message>
        <source>Rank by the upper end</source>
        <translation>上限で順位付け</translation>
    </message>
    <message>
        <source>By the slow end of each step&apos;s interval: what can be relied on</source>
        <translation>各ステップの区間の遅い側で順位を付けます (当てにできる値)</translation>
    </message>
    <message>
        <source>Any framework</source>
        <translation>どのフレームワークでも</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>問い</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>devices=64..1024</source>
        <translation>devices=64..1024</translation>
    </message>
    <message>
        <source>Which plan is best?</source>
        <translation>最良の計画は？</translation>
    </message>
    <message>
        <source>How does it scale?</source>
        <translation>どう伸びるか？</translation>
    </message>
    <message>
        <source>How large can it be?</source>
        <translation>どこまで大きくできるか？</translation>
    </message>
    <message>
        <source>The best plan at each value of one key, and where more stops to help</source>
        <translation>1 つのキーの値ごとに最良の計画を示し、増やしても効果がなくなる点を示します</translation>
    </message>
    <message>
        <source>The model with as many layers as still fit, its width as it is</source>
        <translation>幅はそのままで、収まる限り層を増やしたモデル</translation>
    </message>
    <message>
        <source>Which is the smallest device?</source>
        <translation>最小のデバイスは？</translation>
    </message>
    <message>
        <source>The machine whose devices have the least memory of those that hold the model: of the machines chosen, or of all; on as many devices as are said, or on one</source>
        <translation>モデルが収まるマシンのうち、デバイスのメモリが最も小さいもの。選んだマシン、選んでいなければすべてのマシンから、指定した数のデバイス、指定がなければ 1 個で探します</translation>
    </message>
    <message>
        <source>Which machine is the cheapest?</source>
        <translation>最も安いマシンは？</translation>
    </message>
    <message>
        <source>The least cost on the machines chosen, or on all that have a price below</source>
        <translation>選んだマシン、なければ下に価格のあるすべてのマシンでの最小の費用</translation>
    </message>
    <message>
        <source>One for all machines, one for each in the order above, or NAME=PRICE for each, divided by commas; what was searched with is remembered for each machine</source>
        <translation>すべてのマシンに 1 つ、上の順にマシンごとに 1 つずつ、またはマシンごとに 名前=価格 を、コンマで区切って。探索に使った価格はマシンごとに記憶されます</translation>
    </message>
    <message>
        <source>Also plans that the implementation cannot run, and schedules of other frameworks</source>
        <translation>実装が実行できない計画と、ほかのフレームワークのスケジュールも</translation>
    </message>
    <message>
        <source>Ask of the open plan</source>
        <translation>開いている計画について尋ねる</translation>
    </message>
    <message>
        <source>Its model, machine, devices and batch in the place of what is said here</source>
        <translation>ここの内容を、開いている計画のモデル、マシン、デバイス数、バッチに置き換えます</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SearchPage</name>
    <message>
        <source>Cancelled; what was found until then stays.</source>
        <translation>中止しました。それまでに見つかったものは残ります。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>探索しています…</translation>
    </message>
    <message>
        <source>%1 of the space searched: %2 plans considered a second, %3 in all; %4 evaluated, %5 fit.</source>
        <translation>空間の %1 を探索: 毎秒 %2 個の計画を検討、合計 %3 個。%4 個を評価、%5 個が収まる。</translation>
    </message>
    <message>
        <source>Unverified figures were used: %1</source>
        <translation>未検証の数値を使いました: %1</translation>
    </message>
    <message>
        <source>The open plan cannot be evaluated: %1</source>
        <translation>開いている計画は評価できません: %1</translation>
    </message>
    <message>
        <source>The open plan: %1</source>
        <translation>開いている計画: %1</translation>
    </message>
    <message>
        <source>The open plan fits and is as fast as the best one.</source>
        <translation>開いている計画は収まり、最良の計画と同じ速さです。</translation>
    </message>
    <message>
        <source>Plans are compared on the open model and machine: open this one as the plan first</source>
        <translation>比較は開いているモデルとマシンの上で行います。まずこれを計画として開いてください</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>コピーしました: %1</translation>
    </message>
    <message>
        <source>Find the best plan</source>
        <translation>最良の計画を探す</translation>
    </message>
    <message>
        <source>Choose a model and one or more machines on the left, say how many devices there are and what must be kept. The search goes through every layout and is exact: no plan of the space is better than the one it names.</source>
        <translation>左でモデルと 1 つ以上のマシンを選び、デバイス数と守るべきものを指定してください。探索はすべての配置を調べ、厳密です。空間の中にこれよりよい計画はありません。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Open as the plan</source>
        <translation>計画として開く</translation>
    </message>
    <message>
        <source>Add to Compare</source>
        <translation>比較に加える</translation>
    </message>
    <message>
        <source>Copy the plan&apos;s command</source>
        <translation>計画のコマンドをコピー</translation>
    </message>
    <message>
        <source>Copy the search&apos;s command</source>
        <translation>探索のコマンドをコピー</translation>
    </message>
    <message>
        <source>Plans found</source>
        <translation>見つかった計画</translation>
    </message>
    <message>
        <source>Best plans</source>
        <translation>最良の計画</translation>
    </message>
    <message>
        <source>What each axis is worth around the best plan</source>
        <translation>最良の計画の周りで各軸がもたらすもの</translation>
    </message>
    <message>
        <source>Why not the open plan</source>
        <translation>開いている計画ではない理由</translation>
    </message>
    <message>
        <source>across: %1</source>
        <translation>横軸: %1</translation>
    </message>
    <message>
        <source>up: %1</source>
        <translation>縦軸: %1</translation>
    </message>
    <message>
        <source>What the axis across shows</source>
        <translation>横軸が示すもの</translation>
    </message>
    <message>
        <source>What the upright axis shows</source>
        <translation>縦軸が示すもの</translation>
    </message>
    <message>
        <source>Plans found, one point each</source>
        <translation>見つかった計画 (1 つが 1 点)</translation>
    </message>
    <message>
        <source>A click chooses a plan; a drag shows those within in the table</source>
        <translation>クリックで計画を選び、ドラッグでその範囲の計画を表に示します</translation>
    </message>
    <message>
        <source>From the open plan to the best one</source>
        <translation>開いている計画から最良の計画へ</translation>
    </message>
    <message>
        <source>%1 of the values searched.</source>
        <translation>値の %1 を探索しました。</translation>
    </message>
    <message>
        <source>Nothing fits at any of these values.</source>
        <translation>どの値でも収まる計画はありません。</translation>
    </message>
    <message>
        <source>At %1 = %2 a device does %3 of what it did at the first value.</source>
        <translation>%1 = %2 では、デバイスあたりの処理量は最初の値の %3 です。</translation>
    </message>
    <message>
        <source>The curve bends at %1 = %2.</source>
        <translation>曲線は %1 = %2 で曲がります。</translation>
    </message>
    <message>
        <source>The larger model is in no file yet</source>
        <translation>大きくしたモデルはまだファイルにありません</translation>
    </message>
    <message>
        <source>How it scales</source>
        <translation>伸び方</translation>
    </message>
    <message>
        <source>Machine by machine</source>
        <translation>マシンごと</translation>
    </message>
    <message>
        <source>Nearest plans</source>
        <translation>最も近い計画</translation>
    </message>
    <message>
        <source>What a device costs an hour is needed first: &quot;Price of a device and hour&quot; on the left, one for all machines, one for each, or NAME=PRICE for each.</source>
        <translation>まずデバイス 1 時間の費用が必要です：左の「デバイス 1 時間の価格」に、すべてのマシンに 1 つ、マシンごとに 1 つずつ、またはマシンごとに 名前=価格 を入れてください。</translation>
    </message>
    <message>
        <source>How far one constraint has to be relaxed</source>
        <translation>制約を 1 つだけ緩めるなら、どこまで必要か</translation>
    </message>
    <message>
        <source>The open plan fits.</source>
        <translation>開いている計画は収まります。</translation>
    </message>
    <message>
        <source>Plans within the marked area</source>
        <translation>囲んだ範囲の計画</translation>
    </message>
    <message>
        <source>Constraints that help when they are given up together</source>
        <translation>一緒に外せば収まる制約</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>先にモデルを選んでください。</translation>
    </message>
    <message>
        <source>Choose a machine first.</source>
        <translation>先にマシンを選んでください。</translation>
    </message>
    <message>
        <source>Say how many devices there are: the machine comes in any number.</source>
        <translation>デバイス数を入力してください：このマシンは何台でも組めます。</translation>
    </message>
    <message>
        <source>Say how many tokens the training sees: a limit of it needs its length.</source>
        <translation>学習で見るトークン数を入力してください：学習の制限にはその長さが要ります。</translation>
    </message>
    <message>
        <source>%1 plans considered, %2 evaluated, %3 fit; of the %4 best %5 were simulated operation by operation, %6 fell out.</source>
        <translation>%1 個の計画を検討、%2 個を評価、%3 個が収まる。上位 %4 個のうち %5 個を演算ごとに調べ、%6 個が外れました。</translation>
    </message>
    <message>
        <source>The search is still running.</source>
        <translation>探索はまだ続いています。</translation>
    </message>
    <message>
        <source>Nothing has been found yet.</source>
        <translation>まだ何も見つかっていません。</translation>
    </message>
    <message>
        <source>Searching plans</source>
        <translation>計画を探索中</translation>
    </message>
    <message>
        <source>Asked: %1</source>
        <translation>質問: %1</translation>
    </message>
    <message>
        <source>Kept to be compared: %1. Show it in Compare</source>
        <translation>比較用に保存しました：%1。比較で見る</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SettingsPage</name>
    <message>
        <source>Settings have no picture.</source>
        <translation>設定には図がありません。</translation>
    </message>
    <message>
        <source>What devices cost and draw</source>
        <translation>デバイスの価格と電力</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>表示倍率</translation>
    </message>
    <message>
        <source>light, dark, high contrast</source>
        <translation>ライト、ダーク、ハイコントラスト</translation>
    </message>
    <message>
        <source>size of everything in the window</source>
        <translation>ウィンドウ全体の大きさ</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source>Recorded runs</source>
        <translation>記録された実行</translation>
    </message>
    <message>
        <source>Language, look and units</source>
        <translation>言語、外観、単位</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Data rates</source>
        <translation>データ転送速度</translation>
    </message>
    <message>
        <source>units of memory and files</source>
        <translation>メモリとファイルの単位</translation>
    </message>
    <message>
        <source>units of times below ten minutes</source>
        <translation>10 分未満の時間の単位</translation>
    </message>
    <message>
        <source>units of bandwidths</source>
        <translation>帯域幅の単位</translation>
    </message>
    <message>
        <source>GiB (1,024 each)</source>
        <translation>GiB（1,024 ごと）</translation>
    </message>
    <message>
        <source>GB (1,000 each)</source>
        <translation>GB（1,000 ごと）</translation>
    </message>
    <message>
        <source>Whichever fits</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Milliseconds</source>
        <translation>ミリ秒</translation>
    </message>
    <message>
        <source>Microseconds</source>
        <translation>マイクロ秒</translation>
    </message>
    <message>
        <source>As sizes, a second</source>
        <translation>サイズの単位／秒</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s（1,000 ごと）</translation>
    </message>
    <message>
        <source>Gbit/s</source>
        <translation>Gbit/s（ビット）</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SeveralBox</name>
    <message>
        <source>Type a part of the name</source>
        <translation>名前の一部を入力</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ShareDialog</name>
    <message>
        <source>Share the project</source>
        <translation>プロジェクトの共有</translation>
    </message>
    <message>
        <source>What is replaced in the copy</source>
        <translation>コピーで置き換えるもの</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>In the copy</source>
        <translation>コピーでの表記</translation>
    </message>
    <message>
        <source>First found in</source>
        <translation>最初に見つかった項目</translation>
    </message>
    <message>
        <source>Write the copy…</source>
        <translation>コピーを書き出す…</translation>
    </message>
    <message>
        <source>No name of a host or user and no path of this machine was found in the project.</source>
        <translation>プロジェクトの中に、ホスト名、ユーザー名、このマシンのパスは見つかりませんでした。</translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of hosts and users, and paths, are replaced in the copy. Take the tick away from what is to stay as it is.</source>
        <translation>
            <numerusform>ホスト名、ユーザー名、パス %n 件をコピーで置き換えます。そのまま残すものはチェックを外してください。</numerusform>
        </translation>
    </message>
    <message>
        <source>stays</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <source>The copy has no undo steps. Traces are not in it: they can be packed into one file beside it, in which names stay as they were recorded.</source>
        <translation>コピーに元に戻す履歴は含まれません。トレースも含まれませんが、隣の 1 つのファイルにまとめることができます。その中の名前は記録されたままです。</translation>
    </message>
    <message>
        <source>Pack the traces that are open, %1, too</source>
        <translation>開いているトレース（%1）もまとめる</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ShortcutCard</name>
    <message>
        <source>The usual keys of this action belong to another one now: give that one others first.</source>
        <translation>この操作の標準のキーは、いま別の操作に割り当てられています。先にそちらを変更してください。</translation>
    </message>
    <message>
        <source>%1 is taken by: %2</source>
        <translation>%1 は次の操作に割り当て済みです: %2</translation>
    </message>
    <message>
        <source>Keys: %1</source>
        <translation>キー: %1</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Reset: %1</source>
        <translation>元に戻す: %1</translation>
    </message>
    <message>
        <source>filter, for example zoom</source>
        <translation>絞り込み (例: 拡大)</translation>
    </message>
    <message>
        <source>Filter the shortcuts</source>
        <translation>ショートカットを絞り込む</translation>
    </message>
    <message>
        <source>Take it</source>
        <translation>こちらに割り当てる</translation>
    </message>
    <message>
        <source>The other action has it no more</source>
        <translation>もう一方の操作からは外れます</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>すべて元に戻す</translation>
    </message>
    <message>
        <source>Every shortcut as it was at first</source>
        <translation>すべてのショートカットを初期状態に戻します</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>変更…</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SliceLinkList</name>
    <message>
        <source>Select this slice</source>
        <translation>このスライスを選択</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SolvedRows</name>
    <message>
        <source>Solving a scenario: %1</source>
        <translation>シナリオを計算中: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::SqlPage</name>
    <message>
        <source>Running…</source>
        <translation>実行中…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>中止しました。</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n row(s); there are more</source>
        <translation>
            <numerusform>最初の %n 行。続きがあります</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready-made queries…</source>
        <translation>用意した問い合わせ…</translation>
    </message>
    <message>
        <source>Ask the run with SQL</source>
        <translation>SQL で実行を調べる</translation>
    </message>
    <message>
        <source>Open a recorded run. Its slices, counters, arrows, arguments and ranks are tables; nothing can be changed.</source>
        <translation>記録された実行を開きます。スライス、カウンタ、矢印、引数、ランクが表になります。変更はできません。</translation>
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
        <source>SQL statement</source>
        <translation>SQL 文</translation>
    </message>
    <message>
        <source>SELECT …</source>
        <translation>SELECT …</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Ctrl + Enter; runs the selected text where there is any</source>
        <translation>Ctrl + Enter。選択した文字列があればそれを実行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>前</translation>
    </message>
    <message>
        <source>The statement run before (Alt + Up)</source>
        <translation>前に実行した文（Alt + ↑）</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>次</translation>
    </message>
    <message>
        <source>The statement run after (Alt + Down)</source>
        <translation>後に実行した文（Alt + ↓）</translation>
    </message>
    <message>
        <source>Ready-made queries</source>
        <translation>用意した問い合わせ</translation>
    </message>
    <message>
        <source>Tables and columns</source>
        <translation>表と列</translation>
    </message>
    <message>
        <source>Ctrl + Space offers tables, columns, functions and keywords</source>
        <translation>Ctrl + Space で表・列・関数・キーワードの候補を出します</translation>
    </message>
    <message>
        <source>Show on the timeline</source>
        <translation>タイムラインに表示</translation>
    </message>
    <message>
        <source>Rows of the answer as slices of their own: needs columns ts and dur; name and track say what they are called and where they lie</source>
        <translation>結果の行を独立したスライスとして表示します。列 ts と dur が必要です。name は名前、track は置くトラックを表します</translation>
    </message>
    <message>
        <source>Timeline beside</source>
        <translation>タイムラインを並べる</translation>
    </message>
    <message>
        <source>The run beside the answer: rows are shown there, and a slice that is clicked finds its row</source>
        <translation>結果の隣に実行記録を表示します。行はそこに示され、クリックしたスライスの行が選ばれます</translation>
    </message>
    <message>
        <source>No statement has been answered yet.</source>
        <translation>まだ答えの出た文がありません。</translation>
    </message>
    <message>
        <source>What the statement answered</source>
        <translation>文の結果</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StageCard</name>
    <message>
        <source>Chunks of an interleaved schedule are all of one size</source>
        <translation>インターリーブのまとまりはすべて同じ大きさです</translation>
    </message>
    <message>
        <source>Choose a stage first, with a click or the arrow keys</source>
        <translation>先にクリックか矢印キーでステージを選んでください</translation>
    </message>
    <message>
        <source>Move a layer to the stage before (Ctrl+Up)</source>
        <translation>前のステージへ 1 層移す（Ctrl+↑）</translation>
    </message>
    <message>
        <source>Move a layer to the stage after (Ctrl+Down)</source>
        <translation>次のステージへ 1 層移す（Ctrl+↓）</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>Layers of each pipeline stage</source>
        <translation>各パイプラインステージの層</translation>
    </message>
    <message>
        <source>Move a layer to the stage before</source>
        <translation>前のステージへ 1 層移す</translation>
    </message>
    <message>
        <source>Move a layer to the stage after</source>
        <translation>次のステージへ 1 層移す</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>均等</translation>
    </message>
    <message>
        <source>Cut the layers evenly again</source>
        <translation>層を均等に分け直す</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StageCut</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 層</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中 %1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StaleVeil</name>
    <message>
        <source>Of what was asked before; the new is not there yet.</source>
        <translation>前の条件のものです。新しいものはまだありません。</translation>
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
    <name>shardscope::app::StepInTimeCard</name>
    <message>
        <source>Simulating the step in time</source>
        <translation>ステップの時間経過をシミュレーションしています</translation>
    </message>
    <message>
        <source>The step in time</source>
        <translation>時間で見るステップ</translation>
    </message>
    <message>
        <source>This step cannot be drawn pass by pass.</source>
        <translation>このステップはパスごとに描けません。</translation>
    </message>
    <message>
        <source>Passes of each stage over the step</source>
        <translation>ステップ中の各ステージのパス</translation>
    </message>
    <message>
        <source>Open the schedule</source>
        <translation>スケジュールを開く</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StepMemoryCard</name>
    <message>
        <source>Memory over the step</source>
        <translation>ステップ中のメモリ</translation>
    </message>
    <message>
        <source>What the allocator holds, operation by operation</source>
        <translation>アロケータが保持する量（演算ごと）</translation>
    </message>
    <message>
        <source>The allocator is not simulated for this plan: %1. The bars show what the closed forms say.</source>
        <translation>この計画ではアロケータをシミュレートしません：%1。棒グラフは式による値です。</translation>
    </message>
    <message>
        <source>Every allocation of a step in the steady state, in order, as the framework&apos;s allocator makes it; the operations have no times here.</source>
        <translation>定常状態の 1 ステップでフレームワークのアロケータが行う割り当てを順に示します。ここでは演算に時間はありません。</translation>
    </message>
    <message>
        <source>Stage of the pipeline</source>
        <translation>パイプラインのステージ</translation>
    </message>
    <message>
        <source>Simulating the allocator over a step</source>
        <translation>1 ステップのアロケータをシミュレーションしています</translation>
    </message>
    <message>
        <source>Listing every allocation of a step</source>
        <translation>1 ステップの割り当てをすべて並べています</translation>
    </message>
    <message>
        <source>The heap: what is allocated, what is reserved, and the request that finds no room</source>
        <translation>ヒープ：割り当て、確保、入りきらない要求</translation>
    </message>
</context>
<context>
    <name>shardscope::app::StudyPage</name>
    <message>
        <source>Open a study</source>
        <translation>検討を開く</translation>
    </message>
    <message>
        <source>Studies (*.json *.yaml *.yml *.toml);;All files (*)</source>
        <translation>検討 (*.json *.yaml *.yml *.toml);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Save the study</source>
        <translation>検討を保存</translation>
    </message>
    <message>
        <source>Studies (*.json)</source>
        <translation>検討 (*.json)</translation>
    </message>
    <message>
        <source>Writing the study</source>
        <translation>検討を書き込み中</translation>
    </message>
    <message>
        <source>Save the memo</source>
        <translation>メモを保存</translation>
    </message>
    <message>
        <source>PDF, two pages (*.pdf);;One HTML file (*.html)</source>
        <translation>PDF、二ページ (*.pdf);;HTML ファイル一つ (*.html)</translation>
    </message>
    <message>
        <source>Writing the memo</source>
        <translation>メモを書き込み中</translation>
    </message>
    <message>
        <source>No scenario of a study is solved yet.</source>
        <translation>まだどのシナリオも計算されていません。</translation>
    </message>
    <message>
        <source>Finding what would change the decision</source>
        <translation>決定を変えるものを調べています</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a scenario, how much of it is done</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Say how many tokens the training sees; then the scenarios are solved.</source>
        <translation>学習で使うトークン数を入力すると、シナリオの計算が始まります。</translation>
    </message>
    <message>
        <source>%1 of %2 scenarios are being solved. %3</source>
        <translation>%2 件中 %1 件のシナリオを計算しています。%3</translation>
    </message>
    <message>
        <source>Finding what would change the decision.</source>
        <translation>決定を変えるものを調べています。</translation>
    </message>
    <message>
        <source>Stopped; what was solved until then stays.</source>
        <translation>中止しました。それまでに計算したものは残っています。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Solve the rest</source>
        <translation>残りを計算</translation>
    </message>
    <message>
        <source>One job, several ways to run it</source>
        <translation>一つのジョブを、いくつもの方法で</translation>
    </message>
    <message>
        <source>Say the job above and where it could run: &quot;512 h100; 144 gb200 at 3.2 USD; 512 h100 with half the network&quot;. Each is searched by itself; the decision says what would change it, and becomes a memo.</source>
        <translation>上にジョブと、実行できそうな場所を書いてください（例:「H100 512台、GB200 144台 3.2ドル、H100 512台 ネットワーク半分」）。それぞれを別々に探索します。決定には、それを変えるものが添えられ、メモにできます。</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>例を開く</translation>
    </message>
    <message>
        <source>512 h100; 144 gb200 at 3.2 USD; our cluster with half the network</source>
        <translation>H100 512台、GB200 144台 3.2ドル、自社のクラスタ ネットワーク半分</translation>
    </message>
    <message>
        <source>Scenarios in words</source>
        <translation>言葉で書いたシナリオ</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>The open plan</source>
        <translation>開いている計画</translation>
    </message>
    <message>
        <source>Its machine and as many devices, as a scenario</source>
        <translation>そのマシンとデバイス数をシナリオにします</translation>
    </message>
    <message>
        <source>From the catalogue…</source>
        <translation>カタログから…</translation>
    </message>
    <message>
        <source>A machine of the catalogue</source>
        <translation>カタログのマシン</translation>
    </message>
    <message>
        <source>Open a study…</source>
        <translation>検討を開く…</translation>
    </message>
    <message>
        <source>Save the study…</source>
        <translation>検討を保存…</translation>
    </message>
    <message>
        <source>Memo…</source>
        <translation>メモ…</translation>
    </message>
    <message>
        <source>Two pages A4 as PDF, or one HTML file</source>
        <translation>A4 二ページの PDF、または一つの HTML ファイル</translation>
    </message>
    <message>
        <source>Change its words</source>
        <translation>言葉を変更</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>取り除く</translation>
    </message>
    <message>
        <source>Use its plan</source>
        <translation>その計画を使う</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>Money and days</source>
        <translation>費用と日数</translation>
    </message>
    <message>
        <source>What would change the decision</source>
        <translation>決定を変えるもの</translation>
    </message>
    <message>
        <source>Money and days of each scenario</source>
        <translation>各シナリオの費用と日数</translation>
    </message>
    <message>
        <source>Values at which the decision changes</source>
        <translation>決定が変わる値</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>何が決定を変えるか</translation>
    </message>
    <message>
        <source>Risks</source>
        <translation>リスク</translation>
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
    <message>
        <source>Writing a table</source>
        <translation>表を書き出しています</translation>
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
    <message>
        <source>Rank</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>Accelerators, hosts</source>
        <translation>アクセラレータとホスト</translation>
    </message>
    <message>
        <source>Stream, thread</source>
        <translation>ストリーム、スレッド</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>パイプラインステージ</translation>
    </message>
    <message>
        <source>Tensor shard</source>
        <translation>テンソルシャード</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>レプリカ</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>Previous match (Shift + Enter)</source>
        <translation>前の一致（Shift + Enter）</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>次の一致（Enter）</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>前の一致</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>次の一致</translation>
    </message>
    <message>
        <source>Only tracks named…</source>
        <translation>トラックを絞り込む…</translation>
    </message>
    <message>
        <source>Filter the tracks</source>
        <translation>トラックを絞り込む</translation>
    </message>
    <message>
        <source>Words that a track, its process or its rank must hold (Ctrl + P)</source>
        <translation>トラック、プロセス、ランクに含まれるべき語（Ctrl + P）</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>まとめ方</translation>
    </message>
    <message>
        <source>Group the tracks by</source>
        <translation>トラックのまとめ方</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>色分け</translation>
    </message>
    <message>
        <source>Colour the slices by</source>
        <translation>スライスの色分け</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>%1 (the longest slices; the rest is being read)</source>
        <translation>%1（最も長いスライスのみ。残りを読み込み中）</translation>
    </message>
    <message>
        <source>Drawing the whole run small</source>
        <translation>実行全体を縮小して描いています</translation>
    </message>
    <message>
        <source>Searching names</source>
        <translation>名前を探しています</translation>
    </message>
    <message>
        <source>Device, process</source>
        <translation>デバイス・プロセス</translation>
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
    <message>
        <source>Unpin the row</source>
        <translation>行の固定を解除</translation>
    </message>
    <message>
        <source>Pin the row to the top</source>
        <translation>行を上に固定</translation>
    </message>
    <message>
        <source>Open the row</source>
        <translation>行を開く</translation>
    </message>
    <message>
        <source>Fold the row</source>
        <translation>行をたたむ</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>すべてたたむ</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>すべて開く</translation>
    </message>
    <message numerus="yes">
        <source>%n track(s)</source>
        <translation>
            <numerusform>%n トラック</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the rows of this statement</source>
        <translation>この文の行を取り除く</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s).</source>
        <translation>
            <numerusform>注記 %n 件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Change the note…</source>
        <translation>注記を変更…</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>注記を削除</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>注記を書く…</translation>
    </message>
    <message>
        <source>Measure this time</source>
        <translation>この時間を測る</translation>
    </message>
    <message>
        <source>Keep this time</source>
        <translation>この時間を残す</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TopBar</name>
    <message>
        <source>Share…</source>
        <translation>共有…</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TraceCard</name>
    <message>
        <source>Rules about kernels</source>
        <translation>カーネルの規則</translation>
    </message>
    <message>
        <source>Rules (*.json);;All files (*)</source>
        <translation>規則 (*.json);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>none of your own</source>
        <translation>独自の規則なし</translation>
    </message>
    <message>
        <source>Kernels&apos; rules</source>
        <translation>カーネルの規則</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>ファイルを選択…</translation>
    </message>
    <message>
        <source>Choose a file with rules about kernels</source>
        <translation>カーネルの規則のファイルを選択</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>使わない</translation>
    </message>
    <message>
        <source>Without rules about kernels of your own</source>
        <translation>独自のカーネルの規則を使わない</translation>
    </message>
    <message>
        <source>They say what kernels and operators are (product, attention, collective…), in front of ours, for every run that is opened: docs/kernels.md.</source>
        <translation>カーネルや演算子が何であるか（行列積、アテンション、集団通信など）を、付属の規則より先に、開くすべての実行について決めます（docs/kernels.md）。</translation>
    </message>
    <message>
        <source>Disk for runs that were read before</source>
        <translation>読み込み済みの実行に使うディスク容量</translation>
    </message>
    <message>
        <source>they open at once the next time; the oldest go first</source>
        <translation>次回はすぐに開きます。古いものから削除します</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>shardscope::app::TrainingCard</name>
    <message>
        <source>Planning published trainings</source>
        <translation>公表された学習を計画中</translation>
    </message>
    <message>
        <source>Published trainings on these devices</source>
        <translation>公表された学習をこのデバイスで</translation>
    </message>
    <message>
        <source>Parts of the published trainings</source>
        <translation>公表された学習の各段階</translation>
    </message>
    <message>
        <source>Not planned on this machine: %1</source>
        <translation>このマシンでは計画できない：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::app::ViewsButton</name>
    <message>
        <source>Keep this view…</source>
        <translation>この表示を保存…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Keep this view</source>
        <translation>この表示を保存</translation>
    </message>
    <message>
        <source>Its name; a view of that name is replaced:</source>
        <translation>名前（同じ名前の表示は置き換わります）：</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Name what is shown, its rows and its time, and come back to it whenever these files are open</source>
        <translation>表示中の行と時間に名前を付け、同じファイルを開いたときにいつでも戻れます</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>注記</translation>
    </message>
</context>
<context>
    <name>shardscope::app::Workbench</name>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>メモリが足りません。</translation>
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
    <message>
        <source>Simulating a step</source>
        <translation>ステップのシミュレーション</translation>
    </message>
    <message>
        <source>Working out the plan</source>
        <translation>計画を計算しています</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>Guessing the plan</source>
        <translation>計画を推定しています</translation>
    </message>
    <message>
        <source>Telling kernels by other rules</source>
        <translation>別の規則でカーネルを分類しています</translation>
    </message>
    <message>
        <source>Reading another run</source>
        <translation>別の実行を読んでいます</translation>
    </message>
    <message>
        <source>Opening a simulated step</source>
        <translation>シミュレーションしたステップを開いています</translation>
    </message>
</context>
</TS>
