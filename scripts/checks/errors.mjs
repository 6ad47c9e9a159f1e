// docs/errors.md lists every error of the catalog under its code. `--write` updates the page.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const program = `import { errorCatalog } from './packages/protocol/src/errors/catalog.ts'; process.stdout.write(JSON.stringify(errorCatalog))`
const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { encoding: 'utf8' })
if (run.status !== 0) throw new Error(run.stderr)
const catalog = JSON.parse(run.stdout)

const page = 'docs/errors.md'
const text = `# Errors

Every error has a stable \`code\`. Branch on the code, and show the sentence. Over HTTP the body is
\`{"status":"FAILED","code":"…","reasons":[{"field":"…","description":"…"}]}\`.

\`node scripts/checks/errors.mjs --write\` writes this page from the catalog in \`packages/protocol/src/errors\`.

${Object.entries(catalog)
  .map(
    ([code, { message, status, retryable }]) =>
      `## ${code}\n\n${message}.${status ? ` HTTP ${status}.` : ''} ${retryable ? 'The same call may succeed later.' : 'The same call will fail again.'}\n`,
  )
  .join('\n')}`

if (process.argv.includes('--write')) writeFileSync(page, text)
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error(`${page} does not match the error catalog: run node scripts/checks/errors.mjs --write`)
  process.exit(1)
}
console.log(`${Object.keys(catalog).length} errors, each with its code and its line in ${page}.`)
