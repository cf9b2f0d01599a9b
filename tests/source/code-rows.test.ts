import { expect, test } from 'vitest'
import { declaredName, declares, isComment, isJunk } from '../../src/domain/source/junk.js'
import { isLabeled, settingsIn } from '../../src/domain/source/labels.js'

/** Rows of code in several languages, beside prose that looks like them. */

test.each([
  ...['#include <stdio.h>', 'import os', 'from app.store import Store', 'const total = 0', 'let total = 0'],
  ...['var total = 0', 'def add(a, b):', 'total := 3', 'total += 3', 'return total;', 'func Read() {'],
  ...['rows.filter(({ id }) => id !== skipped)', 'timeout: config["a"],'],
])('[C4] a row of code is no line: %s', (row) => {
  expect(isJunk(row)).toBe(true)
})

test.each([
  ...['Let me know when it is done.', 'the parser, the lexer,', 'return early if the file is empty'],
  ...['if the parser fails, read the log', 'See `{ a: [b[0]], c: {} }` and `[{}]`'],
])('[C4] prose is no code: %s', (text) => {
  expect(isJunk(text)).toBe(false)
})

test.each([
  ...['export default class Parser {', 'export abstract class Store', 'private static final record Row(int id) {'],
  ...['public interface Store {', 'protected async function read() {', 'pub fn read(path: &str) -> String {'],
  ...['pub enum Kind {', 'impl Store for Disk {', 'trait Store {', 'struct Row {', 'module Billing', 'type Row = {'],
])('[V5] a row that declares what others use: %s', (row) => {
  expect(declares(row)).toBe(true)
})

test.each([
  ...['const total = read(path)', 'export const total = 3', 'defaults = {}', 'classes.push(one)'],
  ...['type = kindOf(value)', 'type VARCHAR(64) NOT NULL,', 'record = rows[0]', 'class'],
])('[V5] a row that does not: %s', (row) => {
  expect(declares(row)).toBe(false)
})

test.each([
  ['public class OrderStore {', 'OrderStore'],
  ['export default function read(path: string) {', 'read'],
  ['enum Kind: string', 'Kind'],
  ['func (s *Store) Read() {', '(s'],
  ['total = 3', ''],
])('[V5] the name that a row declares: %s', (row, name) => {
  expect(declaredName(row)).toBe(name)
})

test.each([
  ...['// of the hook', '/* of the hook', '* @param path of the file', '# of the hook', '-- of the table'],
  ...['<!-- of the page', '; of the mail server'],
])('[V5] a comment: %s', (row) => {
  expect([isComment(row), isComment('#include <stdio.h>'), isComment('a = 1 // old')]).toEqual([true, false, false])
})

test('[C10] braces and heads hold settings together; calls are no settings', () => {
  expect(settingsIn('[mail]\nport = 2525\n[store]\nhost = db.internal')).toEqual(['port = 2525', 'host = db.internal'])
  expect(settingsIn('---\n{\n"mail": {\n"port": 2525,\n"host": "a.internal"\n}\n}')).toEqual([
    '"port": 2525',
    '"host": "a.internal"',
  ])
  for (const row of ['rows = load(file)', 'rows = await load(file)', 'store: new Map()', 'handler: {'])
    expect([row, isLabeled(row, true)]).toEqual([row, false])
})
