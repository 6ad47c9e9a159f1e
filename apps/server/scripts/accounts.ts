// `npm run -w apps/server accounts -- find|freeze|move`: the operator's commands for accounts, see docs/runbooks.
import { accountsUsage, runAccountsCommand } from '../src/operations/runAccountsCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand({ run: runAccountsCommand, usage: accountsUsage })
