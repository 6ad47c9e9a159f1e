// `npm run -w apps/server accounts -- find|freeze|move`: what an operator does for accounts, see docs/runbooks.
import { runAccountsCommand } from '../src/operations/runAccountsCommand.ts'

runAccountsCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
  (isDone) => {
    if (!isDone) process.exitCode = 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
