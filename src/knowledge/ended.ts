import type { Notice } from './notices.js'

/** How agents write that they, not the command, ended it: at a time limit, or because a person stopped it. What the command printed
 * until then proves no success, so these rows outrank it. [V9] */
export const ENDED: readonly (Notice & {
  /** What the row says, if it also repeats the command. */
  says?: string
})[] = [
  {
    name: 'time limit',
    line: /^\(?(?:error: )?(?:the )?command (?:execution )?timed out after \d[\w. ]{0,40}\)?$/i,
    like: [
      ...['Command timed out after 2m 0.0s', 'command timed out after 120000 milliseconds'],
      ...['(Command timed out after 120000 ms)', 'Command execution timed out after 30 seconds'],
      ...['Error: Command timed out after 30 seconds.', 'The command timed out after 300 seconds and was killed.'],
    ],
    unlike: ['Command timed out', 'The command timed out after a while', 'My command timed out after 3 seconds'],
  },
  {
    name: 'killed',
    line: /^The last command <command>/,
    says: 'timed out and has been killed',
    like: ['The last command <command>make all</command> timed out and has been killed.'],
    unlike: ['The last command timed out and has been killed.', 'Run <command>make all</command> last.'],
  },
  {
    name: 'ended by a tool',
    line: /^\w{1,30} tool terminated command after exceeding timeout \d/,
    like: [
      'bash tool terminated command after exceeding timeout 120000 ms',
      'shell tool terminated command after exceeding timeout 60000 ms. Retry with a larger timeout value.',
    ],
    unlike: ['the tool terminated command', 'bash tool terminated'],
  },
  {
    name: 'canceled',
    line: /^(?:The )?[Cc]ommand (?:'.{0,400}' )?was (?:automatically )?cancell?ed (?:because it (?:exceeded|took more than) |by user )/,
    like: [
      'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.', // words: ok
      "The command 'make all' was cancelled because it took more than 30 seconds. Please try a different command.", // words: ok
      'Command was cancelled by user before it could complete. Below is the output before it was cancelled:', // words: ok
    ],
    unlike: ['The command was cancelled', 'An order was cancelled by user 3', 'The commands were cancelled by user 3'], // words: ok
  },
  {
    name: 'stopped by a person',
    line: /^User aborted the command$/,
    like: ['User aborted the command'],
    unlike: ['The user aborted the command.', 'Error: User aborted the command.'],
  },
]
