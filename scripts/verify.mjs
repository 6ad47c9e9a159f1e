// `npm run verify -- https://wallet.example.com <projectId> --key <public key or its file>`: compares the served files of a wallet's origin
// with its signed release, and that release with a build of this checkout. Run it from machines outside the operator's control.
//
//   --manifest <release.json>   a release from elsewhere, with its .minisig beside it
//   --no-build                  trusts the signed release without building these sources
//   --origins <a,b>             exactly the origins that can embed the frame
//   --watch <minutes>           repeats; one JSON line on standard output for each round
//
// Findings go to standard error; the exit code is 1 when any round had one. A server that knows the checking machine by its address can give
// it other pages than a visitor: check from several.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildRelease } from './lib/buildRelease.mjs'
import { checkRelease } from './lib/checkRelease.mjs'
import { prepare } from './lib/prepare.mjs'

const usage =
  'Say which wallet, a project that it serves, and the public key of its releases: npm run verify -- https://wallet.example.com <projectId> --key <public key>'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    manifest: { type: 'string' },
    'no-build': { type: 'boolean' },
    origins: { type: 'string' },
    watch: { type: 'string' },
  },
})
const [address, projectId] = positionals
const minutes = values.watch === undefined ? undefined : Number(values.watch)
const isComplete = address && URL.canParse(address) && /^[0-9a-f]{32}$/.test(projectId ?? '') && values.key
if (!isComplete || (minutes !== undefined && !(minutes > 0))) {
  console.error(usage)
  process.exit(1)
}

const url = new URL(address).origin
const publicKey = existsSync(values.key) ? readFileSync(values.key, 'utf8') : values.key
const signed = values.manifest && {
  content: readFileSync(values.manifest, 'utf8'),
  signature: existsSync(`${values.manifest}.minisig`) ? readFileSync(`${values.manifest}.minisig`, 'utf8') : undefined,
}
const built = values['no-build'] ? undefined : await buildSources()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())

do {
  const { findings, ...about } = await checkRelease({
    url,
    projectId,
    publicKey,
    ...(signed ? { signed } : {}),
    ...(built ? { built } : {}),
    ...(values.origins ? { origins: values.origins.split(',') } : {}),
  })
  for (const finding of findings) console.error(finding)
  const outcome = findings.length > 0 ? 'findings' : 'same'
  console.log(
    JSON.stringify({ time: new Date().toISOString(), event: 'release.checked', url, outcome, ...about, findings }),
  )
  if (findings.length > 0) process.exitCode = 1
  if (minutes !== undefined) await wait(minutes * 60_000, undefined, { signal: stopping.signal }).catch(() => {})
} while (minutes !== undefined && !stopping.signal.aborted)

async function buildSources() {
  await prepare()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  try {
    return await buildRelease({ pages: join(folder, 'pages'), logs: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
