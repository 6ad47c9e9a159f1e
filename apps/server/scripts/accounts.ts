// `npm run -w apps/server accounts -- find|freeze|move`: what an operator does for accounts, see docs/runbooks.
import { runAccountsCommand } from '../src/operations/runAccountsCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand(runAccountsCommand)
