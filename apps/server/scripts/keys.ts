// `npm run -w apps/server keys -- status|rotate|reseal|retire|abandon`: the keys that seal rows, see docs/operations.md.
import { keysUsage, runKeysCommand } from '../src/operations/runKeysCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand({ run: runKeysCommand, usage: keysUsage })
