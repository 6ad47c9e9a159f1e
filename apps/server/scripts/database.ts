// `npm run -w apps/server database -- migrate|grants`: commands of the database's owner, see docs/operations.md.
import { databaseUsage, runDatabaseCommand } from '../src/operations/runDatabaseCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand({ run: runDatabaseCommand, usage: databaseUsage })
