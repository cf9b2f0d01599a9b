import type { Notice } from './notices.js'

/** Ways in which agents and shells write the exit code of a command: the first group is the code. Only whole lines count: what
 * a program says about codes is text. */
export interface CodeFormat {
  name: string
  line: RegExp
  like: readonly [text: string, code: number][]
  unlike: readonly string[]
}

export const CODE_FORMATS: readonly CodeFormat[] = [
  {
    name: 'exit',
    line: /^[[(<]?(?:\w+ ){0,4}?(?:exit(?:ed)?|rc)[ _-]{0,3}(?:with )?(?:exit )?(?:code|status)?[ :=]{1,3}(-?\d{1,9})(?: \([\w ]{1,40}\))?[\])>.]{0,2}$/i,
    like: [
      ['Exit code 1', 1],
      ['exit status 2', 2],
      ['[exit: 2]', 2],
      ['[exit code: 0]', 0],
      ['Exit Code: 0', 0],
      ['Process exited with code 1', 1],
      ['Command exited with code 127', 127],
      ['exitcode: 1 (execution failed)', 1],
      ['(exit 1)', 1],
      ['The command failed with exit code: 3', 3],
      ['rc=0', 0],
    ],
    unlike: ['✓ exits with exit code 1', 'Exit code 1 means that a test failed', 'code 1'],
  },
  {
    name: 'returned or completed',
    line: /^(?:[[(<]?(?:\w+ ){0,3}?|<shellId: [\w-]{1,40} )(?:return|finished|completed)(?:ed)?[ _]?(?:with )?(?:exit )?(?:code|status)[ :=]{1,3}(-?\d{1,9})(?: \([\w ]{1,40}\))?[\])>.]{0,2}$/i,
    like: [
      ['[The command completed with exit code 1.]', 1],
      ['[Command finished with exit code 0]', 0],
      ['The last command finished with exit code 3', 3],
      ['Process finished with exit code 137 (interrupted by signal 9)', 137],
      ['The job completed with status 2', 2],
      ['returncode=1', 1],
      ['return code: 0', 0],
      ['<shellId: 5 completed with exit code 0>', 0],
      ['<shellId: build completed with exit code 2>', 2],
    ],
    unlike: [
      '<shellId: 5 runs with exit code 0>',
      'It returned 3 rows',
      'returned 3',
      'It completed with exit code 1, as expected',
    ],
  },
  {
    name: 'facts as data',
    line: /^\{"chunk_id":"\w{1,20}",.{0,80}"exit_code":(-?\d{1,9})[,}]/,
    like: [['{"chunk_id":"a79b54","wall_time_seconds":2.2,"exit_code":0,"original_token_count":123}', 0]],
    unlike: ['{"exit_code":0}', '{"chunk_id":"a79b54","session_id":3}'],
  },
  {
    name: 'tag',
    line: /^<(?:return_?code|exit_?code|exit_?status)>\s{0,3}(-?\d{1,9})\s{0,3}<\//i,
    like: [
      ['<returncode>1</returncode>', 1],
      ['<exit_code>0</exit_code>', 0],
      ['<exit_status>2</exit_status>', 2],
    ],
    // A status code is one of HTTP.
    unlike: ['<code>1</code>', '&lt;returncode&gt;1', '<status_code>404</status_code>'],
  },
]

/** Ways in which agents write that a command goes on: the first group is the id by which a later call asks for it. */
export interface RunningFormat {
  name: string
  /** Programs print such rows, too: they count only in a result in which the agent wrote facts of its own. */
  inEnvelope?: true
  line: RegExp
  like: readonly [text: string, id: string][]
  unlike: readonly string[]
}

export const RUNNING_FORMATS: readonly RunningFormat[] = [
  {
    name: 'session',
    line: /^Process running with session ID (\w{1,40})$/,
    like: [['Process running with session ID 44454', '44454']],
    unlike: ['Process running with session ID 44454 was ended', 'The process has the session ID 3'],
  },
  {
    name: 'background',
    line: /^Command (?:running|was moved|moved|is running) (?:in|to) (?:the )?background with ID: ([\w-]{1,40})/,
    like: [
      ['Command running in background with ID: b3f3ff2. Output is being written to: /tmp/b3f3ff2.output', 'b3f3ff2'],
      ['Command was moved to the background with ID: bash_1', 'bash_1'],
      ['Command moved to background with ID: 2', '2'],
      ['Command is running in background with ID: 7', '7'],
    ],
    unlike: ['The command is running in background with ID: 7', 'Command running in a shell'],
  },
  {
    name: 'task',
    line: /^Tool is running as a background task with task id: (\S{1,120})$/,
    like: [['Tool is running as a background task with task id: 7f0b/task-30', '7f0b/task-30']],
    unlike: ['Tool is running as a background task', 'The tool is running with task id: 3'],
  },
  {
    name: 'no new output',
    line: /^\[The command (has no new output|timed out) after \d[\d.]{0,8} seconds\. /,
    like: [
      ['[The command has no new output after 10.0 seconds. You may wait longer.]', 'has no new output'],
      ['[The command timed out after 30.0 seconds. You may wait longer.]', 'timed out'],
    ],
    unlike: ['The command has no new output after 10 seconds. ', '[The command has no new output]'],
  },
  {
    name: 'shell',
    line: /^<command (?:started in background with shellId: ([\w-]{1,40})>|with shellId: ([\w-]{1,40}) is still running after )/,
    like: [
      ['<command started in background with shellId: watch>', 'watch'],
      ['<command with shellId: 7 is still running after 180 seconds. The command is still running.>', '7'],
    ],
    unlike: ['<command with shellId: 7 was stopped>', 'command started in background with shellId: 7'],
  },
  {
    name: 'facts as data',
    line: /^\{"chunk_id":"\w{1,20}",.{0,80}"session_id":(\d{1,20})[,}]/,
    like: [['{"chunk_id":"10b810","wall_time_seconds":5.0,"session_id":3505,"original_token_count":0}', '3505']],
    unlike: ['{"session_id":3505}', '{"chunk_id":"10b810","exit_code":0}'],
  },
  {
    name: 'id alone',
    inEnvelope: true,
    line: /^(?:session|SESSION)[_ ](?:id|ID) ?[=:] ?(\d{1,20})$/,
    like: [
      ['SESSION_ID=83396', '83396'],
      ['session id: 7', '7'],
    ],
    unlike: ['SESSION_ID=none', 'the session id: 7'],
  },
  {
    name: 'status',
    line: /^<status>(running)<\/status>/,
    like: [['<status>running</status>', 'running']],
    unlike: ['<status>completed</status>', 'status: running'],
  },
]

/** Keys of the arguments with which a call asks for a command that goes on. */
export const RUNNING_KEYS = ['session_id', 'bash_id', 'shell_id', 'shellId', 'task_id', 'TaskId', 'process_id']

/** The last row of what an agent writes before an output, and the first if it repeats the command there. */
export const OUTPUT_HEADING = 'Output:'
export const COMMAND_HEADING = 'Command: '

/** Keys of a structured result with the exit code; those of the second list mean it only beside output. */
export const CODE_KEYS = [
  ...['exit_code', 'exitCode', 'exitcode', 'returncode', 'return_code', 'returnCode', 'exit_status', 'exitStatus'],
]
export const CODE_KEYS_BESIDE_OUTPUT = ['code', 'status', 'rc', 'exit']
export const OUTPUT_KEYS = ['output', 'stdout', 'stderr', 'aggregated_output', 'content', 'result', 'text', 'logs']

/** Rows that agents add around an output. */
export const AGENT_ROWS: readonly Notice[] = [
  {
    name: 'nothing printed',
    line: /^\(?(?:no output|empty output|no content)\)?\.?$/i,
    like: ['(no output)', 'Empty output', '(no content)'],
    unlike: ['no output file', 'There was no output'],
  },
  {
    name: 'a command printed nothing',
    line: /^\(?(?:Bash|Tool|Command|Your command)\b.{0,60}(?:with no|without|did not produce any) output.{0,30}$/i,
    like: [
      ...['(Bash completed with no output)', 'Tool ran without output or errors', 'Command ran without output'],
      'Your command ran successfully and did not produce any output.',
    ],
    unlike: ['The task ended with no output', 'Bash printed 3 rows'],
  },
  {
    name: 'facts of a run',
    line: /^(?:Wall time|Chunk ID|Original token count|Total output lines|Process Group PGID|Signal|Duration): .{0,60}$/i,
    like: [
      ...['Wall time: 0.12 seconds', 'Chunk ID: a1b2', 'Original token count: 812', 'Total output lines: 40'],
      ...['Process Group PGID: 4242', 'Signal: (none)', 'Duration: 12 ms'],
    ],
    unlike: ['The signal: lost', 'Wall time'],
  },
  {
    name: 'facts of a step',
    line: /^(?:(?:Created|Completed) At: \d{4}-\d\d-\d\dT[\d:.]{5,20}Z|The command completed successfully\.)$/,
    like: [
      'Created At: 2026-05-02T09:30:07Z',
      'Completed At: 2026-05-02T09:30:07Z',
      'The command completed successfully.',
    ],
    unlike: ['Created At: the plant', 'The command completed successfully, but slowly.'],
  },
  {
    name: 'facts of a script',
    line: /^(?:Script (?:completed|failed)|Wall time \d[\d.]{0,9} seconds|Warning: truncated output \(original token count: \d{1,9}\))$/,
    like: [
      ...['Script completed', 'Script failed', 'Wall time 0.1 seconds'],
      'Warning: truncated output (original token count: 13014)',
    ],
    unlike: ['Script completed 3 rows', 'Wall time of 3 seconds', 'Warning: truncated output'],
  },
  {
    name: 'fact in tags',
    line: /^<(retrieval_status|task_id|task_type|status|exit_code|shell_id)>.{0,80}<\/\1>$/,
    like: [
      ...['<retrieval_status>timeout</retrieval_status>', '<task_id>b35</task_id>', '<exit_code>0</exit_code>'],
      ...['<task_type>local_bash</task_type>', '<status>completed</status>', '<shell_id>7</shell_id>'],
    ],
    unlike: ['<task>3</task>', '<status>3 rows', '<task_id>3</status>'],
  },
  {
    name: 'facts as data',
    line: /^\{"chunk_id":"\w{1,20}",.{0,200}\}$/,
    like: ['{"chunk_id":"10b810","wall_time_seconds":5.0,"session_id":3505}'],
    unlike: ['{"id":"10b810"}', '{"chunk_id":3}'],
  },
  {
    name: 'note on a long output',
    line: /^(?:Output too large to read at once \(|Consider using tools like grep \(|Preview \(first \d{1,9} chars\):$)/,
    like: [
      'Output too large to read at once (20.3 KB). Saved to: /tmp/output.txt',
      'Consider using tools like grep (for searching), head/tail (for viewing start/end)',
      'Preview (first 500 chars):',
    ],
    unlike: ['Output too large', 'Consider using tools like this', 'Preview (3 rows)'],
  },
  {
    name: 'handle',
    line: /^\[(?:result-id|rerun|output-id): [\w-]{1,40}\]$/,
    like: ['[result-id: r64]', '[rerun: b6]', '[output-id: 3]'],
    unlike: ['[rerun: yes, later]', 'rerun: b6'],
  },
  {
    name: 'heading of an output',
    line: /^(?:Output|Stdout|Stderr|Command output):(?: \(empty\))?$/i,
    like: ['Output:', 'Stdout: (empty)', 'Stderr:', 'Command output:'],
    unlike: ['Output: 3 rows', 'My output:'],
  },
  {
    name: 'border of an output',
    line: /^(?:<\/?(?:output|stdout|stderr|system|error)>|Error: \(none\)|```\w*)$/i,
    like: ['<output>', '</stdout>', '<stderr>', '<system>', '<error>', 'Error: (none)', '```sh', '```'],
    unlike: ['<output>3</output>', 'Error: no rows', '``` text'],
  },
]
