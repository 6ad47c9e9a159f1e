// `npm run -w apps/server database -- migrate|grants`: what the owner of the database does, see docs/operations.md.
import { runDatabaseCommand } from '../src/operations/runDatabaseCommand.ts'

runDatabaseCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
  (isDone) => {
    if (!isDone) process.exitCode = 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
