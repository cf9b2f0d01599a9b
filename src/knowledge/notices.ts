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
]
