import type { Notice } from './notices.js'

/** Sentences that tools and installers write around every result, for every caller. They say nothing about what was found or
 * done, so no checkpoint quotes them. [C10] */
export const TOOL_NOTES: readonly Notice[] = [
  {
    name: 'saved file (Cline, Roo Code)',
    line: /^(?:(?:IMPORTANT: )?For any future changes to this file, |This content reflects the current state of the file\b)/,
    like: [
      'IMPORTANT: For any future changes to this file, use the final_file_content shown above as your reference.',
      'This content reflects the current state of the file, including any auto-formatting.',
    ],
    unlike: ['Any future changes to this file need a review.'],
  },
  {
    name: 'next edit (Cline, Roo Code)',
    line: /^(?:Always base your SEARCH\/REPLACE operations on |Proceed with the task using (?:this|the updated) file content |You do not need to re-write the file )/,
    like: [
      'Always base your SEARCH/REPLACE operations on this final version to ensure accuracy.',
      'Proceed with the task using the updated file content as the new baseline.',
      'You do not need to re-write the file with these changes, as they have already been applied.',
    ],
    unlike: ['Always base your work on main.'],
  },
  {
    name: 'edited file (OpenHands, SWE-agent)',
    line: /^(?:Review the changes and make sure they are as expected\b|Edit the file again if necessary\.$)/,
    like: [
      'Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc).',
      'Edit the file again if necessary.',
    ],
    unlike: ['Review the changes by Friday.', 'Edit the file again if necessary, says the guide.'],
  },
  {
    name: 'list of tasks (Claude Code)',
    line: /^(?:Todos have been modified successfully\b|Ensure that you continue to use the todo list |Please proceed with the current tasks )/,
    like: [
      'Todos have been modified successfully.',
      'Ensure that you continue to use the todo list to track your progress.',
      'Please proceed with the current tasks if applicable',
    ],
    unlike: ['Todos have been moved.', 'Please proceed with the order.'],
  },
  {
    name: 'ended command (mini-SWE-agent)',
    line: /^(?:The last command <command>|Please try another command and make sure to avoid )/,
    like: [
      'The last command <command>make all</command> timed out and has been killed.',
      'Please try another command and make sure to avoid those requiring interactive input.',
    ],
    unlike: ['The last command failed.', 'Please try another command.'],
  },
  {
    name: 'advice of an installer (pip, apt)',
    line: /^(?:It is recommended to use a virtual environment instead: |Use the --root-user-action option |After this operation, [\d.,]{1,12} [kMG]?B of )/,
    like: [
      'It is recommended to use a virtual environment instead: https://pip.pypa.io/warnings/venv.',
      'Use the --root-user-action option if you know what you are doing.',
      'After this operation, 86.6 MB of additional disk space will be used.',
    ],
    unlike: ['It is recommended to use Python 3.12.', 'After this operation, the table is empty.'],
  },
]

/** Whether a sentence of a result is one that a tool always writes. */
export function isToolNote(text: string): boolean {
  return TOOL_NOTES.some(({ line }) => line.test(text))
}
