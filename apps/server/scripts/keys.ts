// `npm run -w apps/server keys -- status|rotate|reseal|retire|abandon`: the keys that seal rows, see docs/operations.md.
import { runKeysCommand } from '../src/operations/runKeysCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand(runKeysCommand)
