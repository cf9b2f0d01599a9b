/** Rows that programs print beside their work. None is an answer: whether a command succeeded or what it made is elsewhere. [V9] */
export interface Notice {
  name: string
  line: RegExp
  like: readonly string[]
  unlike: readonly string[]
}

/** How a row begins that only warns. */
export const WARNING =
  /^(?:\S{1,80}:\d{1,6}: )?(?:[A-Z]\w{0,60}Warning|WARNING|WARN|warning|npm warn|npm WARN|DEPRECATED)\b/

export const NOTICES: readonly Notice[] = [
  {
    name: 'warning',
    line: WARNING,
    like: [
      "WARNING: Running pip as the 'root' user can result in broken permissions",
      ...['a.py:3: DeprecationWarning: use b', 'npm warn deprecated glob@7.2.3', 'warning: unused variable'],
      ...['WARN deprecated glob@7.2.3', 'npm WARN deprecated glob@7.2.3', 'DEPRECATED: use b'],
    ],
    unlike: ['3 rows with a warning', 'Warnings: 0', 'WARNINGS are shown'],
  },
  {
    name: 'notice',
    line: /^(?:\[notice\]|npm notice|hint:|Note:|NOTE:) /,
    like: [
      ...['[notice] A new release of pip is available', 'npm notice New major version'],
      ...['hint: Using main as the name', 'Note: A.java uses unchecked operations.', 'NOTE: the order differs'],
    ],
    unlike: ['notice of 3 May', 'A hint: none'],
  },
  {
    name: 'duration',
    line: /^(?:Finished|Done|Completed|Elapsed|Time|Took|Total time)(?: in)?:? {1,3}\d[\d.,:]* ?(?:ms|s|sec|seconds|m|min)?\.?$/,
    like: [
      ...['Finished in 46.5ms', 'Done in 3.2s.', 'Total time: 48.2 s', 'Took 3 seconds', 'Completed in 3m'],
      ...['Elapsed: 12 sec', 'Time: 0.012', 'Took 2.5 min'],
    ],
    unlike: ['Finished in March', 'Done: 3 files', 'Time: 12 rows left'],
  },
  {
    name: 'progress of an installer',
    line: /^(?:Requirement already satisfied: .{1,300} \(from \S|(?:Get|Hit|Ign):\d{1,5} https?:\/\/|(?:[━╸╺ ]{1,80} )?\d[\d.]{0,8}\/\d[\d.]{0,8} [kMG]?B \d)/,
    like: [
      'Requirement already satisfied: six>=1.5 in /usr/lib/python3 (from dateutil>=2.8->pandas) (1.17.0)',
      ...[
        'Get:11 http://deb.example.org/debian bookworm/main amd64 nginx amd64 1.22',
        'Hit:1 https://deb.example.org a',
      ],
      ...['16.6/16.6 MB 2.1 MB/s 0:00:07', '━━━━━━━━ 242.5/242.5 kB 3.1 MB/s eta 0:00:00'],
    ],
    unlike: ['Requirement already satisfied: pandas in /usr/lib/python3 (2.3.1)', 'Get: 11 rows', '3/4 MB are free'],
  },
]
