// `npm run -w apps/server database -- migrate|grants`: what the owner of the database does, see docs/operations.md.
import { runDatabaseCommand } from '../src/operations/runDatabaseCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand(runDatabaseCommand)
