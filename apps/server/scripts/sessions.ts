// `npm run -w apps/server sessions -- end-all|end|renew-keys`: logs visitors out, see docs/runbooks.
import { runSessionsCommand } from '../src/operations/runSessionsCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand(runSessionsCommand)
