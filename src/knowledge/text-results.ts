/** How agents without tool calls return results: as text in the user role, after a call that the model wrote as text. The service must not
 * take that for words of a person. The table is data; `readTextResult` reads with it. [C1] [C4] */
export interface TextResultRow {
  /** Programs that write it. */
  clients: string
  /** Start of the message. The groups `tool` and `subject` say what was called, if it names that. */
  starts: RegExp
  like: readonly string[]
  unlike: readonly string[]
}

export const TEXT_RESULTS: readonly TextResultRow[] = [
  {
    clients: 'Cline, Roo Code, Kilo Code',
    starts: /^\[(?<tool>[a-z][a-z_]{2,40})(?: for '(?<subject>[^\n]{1,400}?)'(?: [^\n]{1,200})?)?\] Result:/,
    like: [
      ...["[read_file for 'src/a.ts'] Result:\n1 | a = 1", '[attempt_completion] Result:\nThe user is not satisfied.'],
      "[search_files for '[a-z]+' in '*.ts'] Result:\nFound 3 results.",
    ],
    unlike: ["Why does it print [read_file for 'src/a.ts'] Result: twice?", '[Result] Result: 3', '[x for me]'],
  },
  {
    clients: 'Cline, Roo Code',
    starts: /^\[ERROR\] You did not use a tool\b/,
    like: ['[ERROR] You did not use a tool in your previous response! Please retry with a tool use.'],
    unlike: ['[ERROR] You did not save the file.', 'You did not use a tool!'],
  },
  {
    clients: 'OpenHands and others without function calls',
    starts: /^EXECUTION RESULT of \[(?<tool>[\w.-]{1,60})\]:/,
    like: ['EXECUTION RESULT of [execute_bash]:\n[1] 121'],
    unlike: ['execution result of [the last run]: see below'],
  },
  {
    clients: 'mini-SWE-agent',
    starts: /^(?:<exception>[^<]{0,400}<\/exception>\s{0,4})?<returncode>-?\d{1,4}<\/returncode>/,
    like: [
      ...['<returncode>0</returncode>\n<output>\nok\n</output>', '<returncode>-9</returncode><output></output>'],
      '<exception>It timed out.</exception>\n<returncode>124</returncode>',
    ],
    unlike: ['What does <returncode>1</returncode> mean?', '<exception>None</exception>'],
  },
  {
    clients: 'mini-SWE-agent, of a command that it ended',
    starts: /^The last command <command>/,
    like: ['The last command <command>make all</command> timed out and has been killed.\n<output>\ncc a.c\n</output>'],
    unlike: ['The last command was <command>make all</command>.', 'Run the last command <command> again.'],
  },
  {
    clients: 'gptme, as system text',
    starts: /^Ran (?:allowlisted )?(?<tool>command):(?: `(?<subject>[^`\n]{1,400})`|[ \t]{0,4}\n)/,
    like: ['Ran command: `make test`\n\n```stdout\nok\n```', 'Ran allowlisted command:\n```bash\nls\n```'],
    unlike: ['I ran command: `ls`', 'Ran commands: two', 'Ran command: it hangs'],
  },
  {
    clients: 'ReAct agents, such as smolagents',
    starts: /^(?:Observation|OBSERVATION):[ \t]{0,4}\n/,
    like: ['Observation:\nExecution logs: 3', 'OBSERVATION:\n/srv/app'],
    unlike: ['Observation: the screen flickers when I scroll.', 'My observation:\nit flickers.'],
  },
  {
    clients: 'chat templates with tools',
    starts: /^<(?:tool_(?:response|result|output)|function_results?)>/,
    like: [
      ...[
        '<tool_response>\n{"a": 1}\n</tool_response>',
        '<tool_result>ok</tool_result>',
        '<tool_output>ok</tool_output>',
      ],
      ...['<function_results>\nok', '<function_result>ok'],
    ],
    unlike: ['The <tool_response> is empty.', '<tool_responses>'],
  },
]

/** Elements in which such a client puts what a person wrote, on rows of their own. */
const OF_PERSON = /^<(?:feedback|user_message|answer|task)>/m
/** What Cline adds to each message. */
const ENVIRONMENT = { open: '<environment_details>', close: '</environment_details>' }
/** Characters of a start. */
const START_CHARS = 700

export interface TextResult {
  /** Empty if the start does not name it. */
  tool: string
  /** What the call was about: a path, a command, words; empty if the start does not name it. */
  subject: string
  output: string
}

/** Reads a message of the user role as the result of a call; null if a person wrote it, or a part of it. */
export function readTextResult(text: string): TextResult | null {
  const start = text.slice(0, START_CHARS)
  for (const { starts } of TEXT_RESULTS) {
    const found = starts.exec(start)
    if (!found) continue
    if (OF_PERSON.test(text)) return null
    const { tool = '', subject = '' } = found.groups ?? {}
    const output = tool === '' ? text : text.slice(found[0].length)
    return { tool, subject, output: withoutEnvironment(output.trim()) }
  }
  return null
}

function withoutEnvironment(text: string): string {
  const from = text.endsWith(ENVIRONMENT.close) ? text.lastIndexOf(ENVIRONMENT.open) : -1
  return from < 0 ? text : text.slice(0, from).trimEnd()
}
