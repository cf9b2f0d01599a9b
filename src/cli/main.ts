#!/usr/bin/env node
import { joined } from '../load-joined.js'

/** Entry of the `palimpsest` command. */
const { runCommand } = await joined('commands', () => import('./program.js'))
await runCommand(process.argv)
