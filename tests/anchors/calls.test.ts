import { expect, test } from 'vitest'
import { artifactsOf } from '../../src/domain/anchors/artifacts.js'
import { filesRead } from '../../src/domain/anchors/files-read.js'
import { called, returned } from '../summary/spans.js'

/** Files by what clients and their tools answer to calls. */

const write = (answer: string) => [called(2, 'write_file', { path: 'src/a.ts', content: 'x' }), returned(3, '', answer)]
const filesOf = (answer: string) => artifactsOf(write(answer)).map(({ action, path }) => `${action} ${path}`)

test.each([
  "The user doesn't want to proceed with this tool use. The tool use was rejected.", // words: ok
  "The user doesn't want to take this action right now. STOP what you are doing.", // words: ok
  'The user rejected permission to run this tool call.',
  '[Request interrupted by user for tool use]',
  'Permission to use Write has been denied.',
  '<tool_use_error>File has not been read yet. Read it first.</tool_use_error>',
  'Error: EACCES: permission denied',
  'System.IO.IOException: The disk is full.',
  'Failed to write: the disk is full',
  'Failed: the folder is read-only',
  'failure: no such folder',
  'Failure to lock src/a.ts',
  'Traceback (most recent call last):\n  File "tool.py", line 4',
])('[C9] a call that was refused or failed changed no file: %s', (answer) => {
  expect(filesOf(answer)).toEqual([])
})

test.each([
  ['File written: src/a.ts', 'created src/a.ts'],
  ['The file src/a.ts has been updated.', 'modified src/a.ts'],
  ['Successfully modified file: src/a.ts', 'modified src/a.ts'],
  ['src/a.ts was overwritten', 'modified src/a.ts'],
  ['File edited successfully: src/a.ts', 'modified src/a.ts'],
])('[C9] whether a file is new shows in the answer: %s', (answer, file) => {
  expect(filesOf(answer)).toEqual([file])
})

test.each([
  ['write_to_file', { path: 'a.ts', content: 'x' }, 'created a.ts'],
  ['apply_diff', { path: 'a.ts', diff: '-x' }, 'modified a.ts'],
  ['search_and_replace', { path: 'a.ts', search: 'x', replace: 'y' }, 'modified a.ts'],
  ['search_replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'modified a.ts'],
  ['single_find_and_replace', { filepath: 'a.ts', old_string: 'x', new_string: 'y' }, 'modified a.ts'],
  ['create_new_file', { filepath: 'a.ts', contents: 'x' }, 'created a.ts'],
  ['insert_edit_into_file', { filePath: 'a.ts', code: 'x' }, 'modified a.ts'],
  ['replace_regex', { relative_path: 'a.ts', regex: 'x' }, 'modified a.ts'],
  ['str_replace_based_edit_tool', { command: 'create', path: 'a.ts', file_text: 'x' }, 'created a.ts'],
])('[C9] the tool %s of a client changes a file', (tool, args, file) => {
  const files = artifactsOf([called(2, tool, args), returned(3, tool, 'ok')])
  expect(files.map(({ action, path }) => `${action} ${path}`)).toEqual([file])
})

test.each([
  ['search_files', { path: 'a.ts', regex: 'x' }],
  ['view_diff', { path: 'a.ts' }],
  ['str_replace_based_edit_tool', { command: 'view', path: 'a.ts' }],
])('[C9] the tool %s of a client changes no file', (tool, args) => {
  expect(artifactsOf([called(2, tool, args), returned(3, tool, 'ok')])).toEqual([])
})

test('[C9] a patch names the files that it adds, updates, deletes and moves', () => {
  const patch = [
    '*** Begin Patch',
    ...['*** Add File: src/new.ts', '+const a = 1', '*** Delete File: src/old.ts'],
    ...['*** Update File: src/b.ts', '@@', '-x', '+y', '*** Update File: src/c.ts', '*** Move to: lib/c.ts'],
    '*** End Patch',
  ].join('\n')
  const files = artifactsOf([called(2, 'apply_patch', { input: patch }), returned(3, 'apply_patch', 'Done')])
  expect(files.map(({ action, path, movedTo }) => [action, path, movedTo])).toEqual([
    ['created', 'src/new.ts', undefined],
    ['deleted', 'src/old.ts', undefined],
    ['modified', 'src/b.ts', undefined],
    ['moved', 'src/c.ts', 'lib/c.ts'],
  ])
})

test.each([
  ['view_file', 1],
  ['open', 1],
  ['cat', 1],
  ['mcp__fs__read_text_file', 1],
  ['write_file', 0],
  ['read_calendar', 0],
])('[V5] the tool %s shows %i file', (name, files) => {
  expect(filesRead([called(2, name, { path: 'src/a.ts' }), returned(3, name, 'const a = 1')])).toHaveLength(files)
})

test.each(['C:\\shop\\src\\a.ts', 'src\\a.ts', 'd:/shop/src/a.ts'])('[V5] a file of Windows was read: %s', (path) => {
  const found = filesRead([called(2, 'Read', { file_path: path }), returned(3, 'Read', 'const a = 1')])
  expect(found).toEqual([{ path, seq: 2 }])
})
