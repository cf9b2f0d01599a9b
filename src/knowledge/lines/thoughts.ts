import type { LineRow } from './row.js'

/** What passes in the work of an agent: plans and questions, which the conversation answers, next steps, and reports. [C4] */
export const THOUGHTS: readonly LineRow[] = [
  {
    kind: 'thought',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'but|wait|hm*|oh|ah|actually|however|alternatively|maybe|perhaps|although|what_if|ok|okay|since|the_question|looking|good|great|perfect|excellent',
      ...['I will|need|should|think|wonder|see|can|could|want', "I'll|I'd|I'm_going_to|let_me|let's"],
      'now|so|first|next|then let|i|we',
    ],
    like: `
      But that is slow. | Wait. | Hmm. | Oh. | Ah. | Actually it is. | However, it is slow. | Alternatively, a map. |
      Maybe a map. | Perhaps a map. | Although it is slow. | What if it is slow. | OK, a map. | Okay, a map. |
      Since it is slow. | The question is why. | Looking at it. | Good. | Great. | Perfect. | Excellent. |
      I will do it. | I need it. | I should do it. | I think so. | I wonder. | I see it. | I can do it. |
      I could do it. | I want it. | I'll do it. | I'd do it. | I'm going to do it. | Let me do it. | Let's do it. |
      Now let's see. | So I do it. | First we do it. | Next, we do it. | Then we do it.`,
    unlike: 'It is slow. | Button rows. | Nowhere we went.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'en',
    phrases: ['would|could|might|may be', 'not sure', 'seem|seems best|better'],
    like: `
      It would be slow. | It could be slow. | It might be slow. | It may be slow. | We are not sure. | Tabs seem best. |
      A map seems better.`,
    unlike: 'It is slow.',
  },
  {
    kind: 'question',
    priority: 10,
    language: 'en',
    pattern: /[?？][^\p{L}\p{N}]{0,3}$/u,
    like: 'Is it slow? | 慢吗？ | She asked: “Why?”',
    unlike: 'It is slow. | Why? It is slow.',
  },
  {
    kind: 'next',
    priority: 10,
    language: 'en',
    phrases: ['next step|steps', 'remaining|not_yet|follow-up|followup', 'still need|needs|have|has to', '[next]'],
    like: `
      Next step: tests. | The next steps are tests. | Remaining: tests. | Tests are not yet there. |
      A follow-up: tests. | A followup: tests. | We still need to test. | It still needs to end. |
      We still have to test. | It still has to end. | Tests [NEXT]`,
    unlike: 'The next run passed. | It remains.',
  },
  {
    kind: 'next',
    priority: 10,
    language: 'en',
    phrases: ['todo'],
    notAfter: ['this', 'that', 'the', 'a', 'your', 'each'],
    like: 'TODO: tests. | Tests are on my todo list.',
    unlike: `
      This todo is about tests. | We did that todo. | The todo is about tests. | It is a todo of the team. |
      Your todo is about tests. | Each todo is about tests.`,
  },
  {
    kind: 'next',
    priority: 10,
    language: 'zh',
    phrases: ['下一步', '接下来', '待办'],
    like: '下一步是测试。 | 接下来测试。 | 待办：测试。',
    unlike: '测试完了。',
  },
  {
    kind: 'next',
    priority: 10,
    language: 'ja',
    phrases: ['次に', '残り'],
    like: '次に試す。 | 残りは試験。',
    unlike: '試した。',
  },
  {
    kind: 'fix',
    priority: 20,
    language: 'en',
    phrases: [
      ...[
        'the issue|problem|bug|cause|fix|error is|was',
        'fixed|root_cause|caused_by|workaround',
        'fixes the|a|an|this|that|it|#',
      ],
      'conflicts|conflict|bugs|bug|problem|issue … resolved',
    ],
    like: `
      Now the issue is clear. | The problem is a lock. | The bug is a lock. | The cause was a lock. |
      The fix was a lock. | The error was a lock. | It is fixed. | This fixes it. | The root cause: a lock. |
      A hang caused by a lock. | It fixes the lock. | It fixes a lock. | It fixes an error. | It fixes that. |
      It fixes this. | It fixes 12 locks. | As a workaround, a lock. | All conflicts were resolved. |
      The conflict was resolved. | All bugs were resolved. | That bug was resolved. | That problem was resolved. |
      That issue was resolved.`,
    unlike: 'The parser is slow. | The path was resolved. | There are 5 patterns with fixes.',
  },
  {
    kind: 'fix',
    priority: 20,
    language: 'zh',
    phrases: ['修复', '修正', '原因是'],
    like: '修复了错误。 | 修正した。 | 原因是锁。',
    unlike: '测试完了。',
  },
  {
    kind: 'done',
    priority: 10,
    language: 'en',
    phrases: [
      'done|complete|completed|finished|implemented|added|created|updated|removed|renamed|works|passes|passed|passing|committed|pushed|merged|verified|confirmed|all_tests',
    ],
    like: `
      It is done. | It is complete. | It is completed. | It is finished. | It is implemented. | It was added. |
      It was created. | It was updated. | It was removed. | It was renamed. | It works. | It passes. | It passed. |
      It is passing. | It was committed. | It was pushed. | It was merged. | It was verified. | It was confirmed. |
      With all tests.`,
    unlike: 'It is slow. | The completion is slow.',
  },
  {
    kind: 'done',
    priority: 10,
    language: 'zh',
    phrases: ['✅', '已完成', '完成了', '完了'],
    like: '✅ 测试 | 测试已完成 | 测试完成了 | 測試完了',
    unlike: '开始测试',
  },
  // What an agent says in other languages that it will do: the call that follows says more.
  {
    kind: 'thought',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['jetzt|nun werde|prüfe ich', 'ich werde|schaue|prüfe', 'lass|lassen_sie mich'],
    like: `
      Jetzt werde ich die Datei lesen. | Nun prüfe ich die Datei. | Ich werde die Datei lesen. |
      Ich schaue in die Datei. | Ich prüfe die Datei. | Lass mich die Datei lesen. | Lassen Sie mich die Datei lesen.`,
    unlike: 'Die Datei ist leer. | Ich habe die Datei gelesen. | Jetzt ist die Datei leer.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'es',
    at: 'start',
    phrases: ['ahora? voy_a', 'déjame|permíteme'],
    like: 'Voy a leer el archivo. | Ahora voy a leerlo. | Déjame leerlo. | Permíteme leerlo.',
    unlike: 'El archivo no existe. | Ahora pasan las pruebas.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'fr',
    at: 'start',
    phrases: ['maintenant? je_vais', 'laissez-moi|laisse-moi'],
    like: 'Je vais lire le fichier. | Maintenant, je vais le lire. | Laissez-moi le lire. | Laisse-moi le lire.',
    unlike: 'Le fichier est vide. | Maintenant les tests passent.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'pt',
    at: 'start',
    phrases: ['agora? vou', 'deixe-me|deixa_eu'],
    like: 'Vou ler o arquivo. | Agora vou ler o arquivo. | Deixe-me ler o arquivo. | Deixa eu ler o arquivo.',
    unlike: 'O arquivo está vazio. | Agora os testes passam.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'ru',
    at: 'start',
    phrases: [
      'теперь|сейчас|сначала? проверю|посмотрю|прочитаю|изучу|создам|добавлю|обновлю|запущу|начну',
      ...['теперь|сейчас|сначала? мне нужно|надо', 'давайте|давай'],
    ],
    like: `
      Проверю файл. | Теперь посмотрю файл. | Сейчас прочитаю файл. | Сначала изучу файл. | Создам файл. |
      Добавлю тест. | Обновлю файл. | Запущу тесты. | Начну с файла. | Мне нужно прочитать файл. |
      Сначала мне надо прочитать файл. | Теперь мне нужно прочитать файл. | Сейчас мне нужно прочитать файл. |
      Давайте посмотрим файл. | Давай посмотрим файл.`,
    unlike: 'Файл пуст. | Теперь тесты проходят. | Проверка прошла.',
  },
  {
    kind: 'thought',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '现在|現在|我现在|我直接|我再 看|读|讀|查|检|檢|确认|更新|创建|写|添加|设置|运行|修|改|删|生成|追加|提交|推送|安装|定位|批量|验证',
      '让我|讓我|我先|我来|我來|现在让我|現在讓我|首先让我|首先讓我|接下来我|接下來我|开始写|开始创建',
    ],
    notThen: ['… 了|过|通过|成功|失败|没有'],
    like: `
      现在看文件。 | 現在看文件。 | 我现在看文件。 | 我直接看文件。 | 我再看文件。 | 现在读文件。 | 現在讀檔案。 |
      现在查日志。 | 现在检查文件。 | 現在檢查檔案。 | 现在确认状态。 | 现在更新文件。 | 现在创建文件。 | 现在写文件。 | 现在添加文件。 |
      现在设置端口。 | 现在运行测试。 | 现在修这个错误。 | 现在改两处。 | 现在删这个文件。 | 现在生成一份。 | 现在追加一节。 | 现在提交这些。 |
      现在推送分支。 | 现在安装依赖。 | 现在定位原因。 | 现在批量处理。 | 现在验证身份。 | 开始写文件。 | 开始创建文件。 |
      让我看一下文件。 | 讓我看一下檔案。 | 我先读文件。 | 我来读文件。 | 我來讀檔案。 | 现在让我读文件。 |
      現在讓我讀檔案。 | 首先让我读文件。 | 首先讓我讀檔案。 | 接下来我读文件。 | 接下來我讀檔案。`,
    unlike: `
      文件是空的。 | 我们先后试过两种。 | 先把水烧开。 | 然后加盐。 | 现在更新了文件。 | 现在看过文件。 | 现在检查通过。 | 现在运行成功。 | 现在运行失败。 | 现在检查没有错误。`,
  },
  {
    // Without a subject, and not about what is, can be, was, or was done.
    kind: 'thought',
    priority: 10,
    language: 'ja',
    pattern: /^(?!.{0,200}[はが]).{1,200}(?<!でき|あり|[てで]い|なり|され|おり|え|思い|ござい)ます[。.]?$/u,
    like: ['ファイルを読み込みます。', '再試行します', '`src/a.ts` を確認していきます.'],
    unlike: `
      この関数はファイルを作成します。 | テストが失敗します。 | 読み込みました。 | PR を作成できます。 |
      ファイルに行あります。 | 読み込んでいます。 | 空になります。 | 作成されます。 | 動いております。 | 使えます。 |
      良いと思います。 | 空でございます。`,
  },
]
