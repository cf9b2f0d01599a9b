import type { Examples, Lines } from './row.js'

/** Lines with which any program, interpreter, or shell says that it failed. */
export interface Fault {
  name: string
  lines: Lines
  /** The fault shows only at the end of an output: before it, a program may print it and go on. */
  isLast?: true
  like: NonNullable<Examples['failed']>
  unlike: NonNullable<Examples['failed']>
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'raised',
    lines: {
      pattern: /^(?:\w+\.){0,6}\w{0,60}(?:Error|Exception|Exit|Interrupt|NotFound|Timeout)\b(?: \[\w+\])?(?::|$)/,
    },
    isLast: true,
    like: [
      ...['ValueError: too many values', 'requests.exceptions.ConnectTimeout: timed out', 'KeyboardInterrupt'],
      ...['java.lang.IllegalStateException: closed', 'SystemExit: 2', 'jinja2.exceptions.TemplateNotFound: a.html'],
    ],
    unlike: [
      ...['DeprecationWarning: numpy.core is renamed', 'The ValueError: it was caught', 'Errors: 0'],
      'src/Error/a.py: fine',
    ],
  },
  {
    name: 'uncaught',
    lines: {
      starts: [
        ...[
          'Uncaught ',
          'error: Uncaught ',
          'Unhandled ',
          'Exception in thread "main" ',
          'terminate called',
          'panic: ',
        ],
        ...['fatal error: ', 'Fatal error: ', 'PHP Fatal error: ', 'PHP Parse error: '],
      ],
      forms: ["thread '* … *panicked at*", 'goroutine # [running]*', 'Node.js v#.#.# $'],
      pattern: /^\*\* \(\w+/,
    },
    like: [
      ...['Exception in thread "main" java.lang.IllegalStateException: x', 'panic: boom', 'Node.js v20.11.0'],
      ...[
        'PHP Fatal error: x',
        'goroutine 1 [running]:',
        '** (RuntimeError) boom',
        "thread 'main' panicked at src/main.rs:2:5:",
      ],
    ],
    // Another thread may end alone.
    unlike: ['✓ panic: is caught', 'the panic: none', 'Exception in thread Thread-1 (work):'],
  },
  {
    name: 'shell',
    lines: {
      forms: [...['*: … command not found*', '*: … No such file or directory*', '*: … Permission|permission denied*']],
      pattern: [
        /^(?:\S{1,80}: ){1,3}cannot (?:access|stat|open|create|remove)\b/,
        /^(?:'.{1,80}'|\S{1,80} ?: The term '.{1,80}') is not recognized as /,
        /^(?:\S{1,80}: ){1,2}line \d+: (?:syntax error\b|\S{1,60}: unbound variable$)/,
        /^\S{1,80}: (?:line )?\d+: (?:exec: )?\S{1,60}: not found$/,
      ],
    },
    like: [
      ...['bash: foo: command not found', 'cat: a.ts: No such file or directory', 'sh: 1: x: Permission denied'],
      'zsh: permission denied: ./a',
      ...["ls: cannot access 'a': Stale file handle", "cp: cannot stat 'a/b': Not a directory"],
      ...["head: cannot open 'a' for reading: Is a directory", "cp: cannot create 'a': Read-only file system"],
      ...["rm: cannot remove 'a': Is a directory", "'foo' is not recognized as an internal or external command,"],
      "foo : The term 'foo' is not recognized as the name of a cmdlet",
      ...['./gradlew: line 34: exec: java: not found', 'sh: 1: foo: not found'],
      ...['a.sh: line 6: syntax error: unexpected end of file', 'a.sh: line 1: NOPE: unbound variable'],
    ],
    unlike: [
      '✓ says command not found (3 ms)',
      'It prints: no such file',
      'a.md: 3: not found',
      'The term is not recognized as such',
    ],
  },
  {
    // The same in the languages in which shells and their tools speak most.
    name: 'shell elsewhere',
    lines: {
      forms: [
        ...['*: … Kommando nicht gefunden*', '*: … Datei oder Verzeichnis nicht gefunden*', '*: … Keine Berechtigung*'],
        ...['*: … commande introuvable*', '*: … Aucun fichier ou dossier de ce type*', '*: … Permission non accordée*'],
        ...['*: … no se encontró la orden*', '*: … No existe el fichero o el directorio*', '*: … Permiso denegado*'],
      ],
      pattern: [
        /^(?:\S{1,80} ?: ?){1,3}.{0,160}(?:そのようなファイルやディレクトリはありません|コマンドが見つかりません|没有那个文件或目录|未找到命令)/,
        /^(?:\S{1,80} ?: ){1,2}(?:Zeile|ligne|línea) \d+ ?: (?:Syntaxfehler|erreur de syntaxe|error sintáctico)/,
      ],
    },
    like: [
      ...['bash: Zeile 1: foo: Kommando nicht gefunden.', "ls: Zugriff auf 'a' nicht möglich: Keine Berechtigung"],
      ...["cp: der Aufruf von stat für 'a': Datei oder Verzeichnis nicht gefunden", 'bash: foo : commande introuvable'],
      ...["ls: impossible d'accéder à 'a': Aucun fichier ou dossier de ce type", 'bash: ./a : Permission non accordée'],
      ...['bash: foo: no se encontró la orden', "rm: no se puede borrar 'a': No existe el fichero o el directorio"],
      ...['cat: a: Permiso denegado', "mv: 'a' を stat できません: そのようなファイルやディレクトリはありません"],
      ...['bash: foo: コマンドが見つかりません', 'cat: a: 没有那个文件或目录', 'bash: foo: 未找到命令'],
      ...['a.sh: Zeile 6: Syntaxfehler: Unerwartetes Dateiende.', 'a.sh: ligne 6: erreur de syntaxe : fin de fichier'],
      'a.sh: línea 6: error sintáctico: no se esperaba el final del fichero',
    ],
    unlike: ['✓ zeigt Kommando nicht gefunden', 'Die Datei wurde nicht gefunden', 'Aucun fichier'],
  },
  {
    name: 'interpreter',
    lines: {
      pattern: /^\S{0,80}(?:python[\d.]*|ruby): (?:No module named|[Cc]an't (?:open|find)|No such file)/,
    },
    like: [
      ...['/usr/bin/python3: No module named pytest', "python: can't find '__main__' module in 'src'"],
      ...["python3: can't open file '/a.py': [Errno 2]", 'ruby: No such file or directory -- a.rb (LoadError)'],
    ],
    unlike: ['✓ python: No module named x is caught', 'import failed: No module named x', 'node: 3 files'],
  },
  {
    name: 'killed',
    lines: {
      pattern:
        /^(?:Killed|Aborted|Segmentation fault|Bus error|Terminated)(?: ?(?:\(core dumped\)|: \d+))?$|: (?:\d+ )?[Ss]egmentation fault/,
    },
    like: [
      ...['Segmentation fault (core dumped)', 'Killed', 'Killed: 9', 'Aborted (core dumped)', 'Bus error'],
      ...['Terminated: 15', './run.sh: line 3: 4242 Segmentation fault (core dumped) ./a.out'],
      'zsh: segmentation fault ./a.out',
    ],
    unlike: ['Killed 3 processes', 'Aborted transactions: 0'],
  },
  {
    name: 'reported',
    lines: {
      pattern: /^(?:fatal: |FATAL: |error(?:\[\w{1,20}\])?: |ERROR: |Error: |npm ERR! |npm error |\S+: error: )/,
    },
    like: [
      ...['fatal: bad revision', 'error[E0308]: mismatched types', 'Error: Cannot find module'],
      ...['a.py: error: unrecognized arguments: -z', 'FATAL: database "shop" does not exist', 'ERROR: no such task'],
      ...['npm ERR! code ELIFECYCLE', 'npm error code E404'],
    ],
    unlike: ['errors: 0', 'error handling is in src/error.ts', 'no error: fine'],
  },
  {
    name: 'unable',
    lines: {
      pattern: [
        /^(?:\S{1,60}: )?(?:[Uu]nable to|[Cc]annot|[Cc]ould not|[Cc]ouldn't|can't|[Ff]ailed to) /,
        /^[A-Z]\w{2,30} failed(?:: \S|[.!]?$)/,
      ],
    },
    isLast: true,
    like: [
      ...['docker: Cannot connect to the Docker daemon', 'failed to load config', "python3: can't open file '/a.py'"],
      ...['Could not open input file: a.php', 'mount: Unable to find a mount point'],
      ...["lua: couldn't open the script", 'Deployment failed: bucket not found', 'Upload failed'],
    ],
    unlike: ['It could not be better', 'Failed: 0', 'Attempts failed 3 times', 'The upload failed: see above'],
  },
  {
    // What a program writes to its error output is a `NativeCommandError`, whether it fails or not.
    name: 'PowerShell',
    lines: {
      pattern: [
        /^\S.{0,200} ?: (?:The term '.{1,200}' is not recognized|File .{1,200} cannot be loaded)\b/,
        /^(?:Add|Copy|Get|Import|Invoke|Move|New|Remove)-[A-Z]\w{1,40} : \S/,
        /^\+ FullyQualifiedErrorId : (?!NativeCommandError)\S/,
      ],
    },
    like: [
      ...['+ FullyQualifiedErrorId : CommandNotFoundException', '+ FullyQualifiedErrorId : InvalidEndOfLine'],
      "grep: The term 'grep' is not recognized as a name of a cmdlet, function, script file, or executable program.",
      "shop.exe : The term 'shop.exe' is not recognized as the name of a cmdlet,",
      'npm : File C:\\npm.ps1 cannot be loaded because running scripts is disabled',
      ...['New-Item : Could not find a part of the path', 'Add-Type : No such file', 'Copy-Item : No such file'],
      ...['Get-Item : No such file', 'Import-Module : No such file', 'Invoke-Command : No such file'],
      ...['Move-Item : No such file', 'Remove-Item : No such file'],
    ],
    unlike: [
      ...['+ FullyQualifiedErrorId : NativeCommandError', 'FullyQualifiedErrorId : none', 'a : The term is 3'],
      ...['Content-Type : text/html', 'Set-Cookie : a=b'],
    ],
  },
  {
    name: 'not started',
    lines: { forms: ['exec_command|shell|local_shell failed for `*|\'*|"*'] },
    like: [
      ...["exec_command failed for `/bin/bash -lc 'ls'`: no permission", "shell failed for 'ls': no permission"],
      'local_shell failed for "ls": no permission',
    ],
    unlike: ['shell failed for 3 rows', 'exec_command passed for `ls`'],
  },
  {
    name: 'Ruby or Perl',
    lines: {
      starts: ["Can't open perl script "],
      pattern: /^\S+\.rb:\d+:in .*\(\w+(?:::\w+)*\)$| at \S+\.(?:pl|pm) line \d+\.$/,
    },
    like: [
      "a.rb:3:in 'Integer#/': divided by 0 (ZeroDivisionError)",
      'Died at a.pl line 3.',
      'No rows at lib/Shop.pm line 12.',
      "Can't open perl script a.pl: No such file",
    ],
    unlike: ['a.rb:3', 'see a.pl line 3'],
  },
]
