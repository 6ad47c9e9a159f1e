// `npm run -w apps/server names -- deploy eip155:1 [--rehearse] [--registry own]`: deploys the resolver of the names on a configured chain;
// `signer add|remove`, `gateway` and `show` change it and print its status. Existing contracts stay unchanged. DEPLOYER_KEY pays.
import { runNamesCommand } from '../src/names/deployment/runNamesCommand.ts'

runNamesCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
