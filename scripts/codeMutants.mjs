// Each mutant of scripts/suite/mutants.mjs must fail its tests. They are played one at a time in a copy of the
// repository in `.latchkey`, which is removed at the end.
// `node scripts/codeMutants.mjs [--only=<part of an area or a file>] [--report=<file>]`
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readReport } from './lib/reports.mjs'
import { findPostgres, startPostgres } from './services/postgres.mjs'
import { findRedis, startRedis } from './services/redis.mjs'
import { mutants } from './suite/mutants.mjs'

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
const root = process.cwd()
mkdirSync('.latchkey', { recursive: true })
const copy = mkdtempSync(join(root, '.latchkey/mutants-'))
const asked = mutants.filter(({ area, file }) => area.includes(option('only')) || file.includes(option('only')))
const report = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

layCopy()
const hasServices = findPostgres() && findRedis()
const services = hasServices ? await Promise.all([startPostgres(), startRedis()]) : []
try {
  // Over tests that are red anyway no mutant dies.
  const healthy = await runTests([...new Set(asked.flatMap(({ tests }) => tests))])
  if (healthy.failed > 0 || healthy.passed === 0)
    throw new Error(`The tests are red without a mutant: ${namesOf(healthy)}`)
  for (const mutant of asked) {
    const began = performance.now()
    const verdict = await judge(mutant)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const name = `${mutant.area}: ${mutant.file}: ${mutant.to.trim() || `without ${mutant.from.trim()}`}`
    report[verdict.isKilled ? 'passed' : 'failed'] += 1
    if (!verdict.isKilled) report.failures.push({ file: mutant.file, name, message: verdict.words })
    console.log(`${verdict.isKilled ? '✓ killed  ' : '✗ survived'} ${name}: ${verdict.words}  ${seconds} s`)
  }
} finally {
  await Promise.all(services.map((service) => service.stop()))
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${report.passed} of ${report.passed + report.failed} mutants are killed`)
if (option('report')) writeFileSync(option('report'), JSON.stringify(report))
process.exit(report.failed > 0 ? 1 : 0)

/** Every file that git knows, as it is now, and the packages as links, so that a workspace finds the copy of another one. */
function layCopy() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    ...{ encoding: 'utf8', maxBuffer: 2 ** 26 },
  })
  for (const file of stdout.split('\0').filter((name) => name && !name.endsWith('.png'))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file), { force: true })
  }
  const folders = spawnSync('find', ['.', '-name', 'node_modules', '-prune', '-not', '-path', './.latchkey/*'], {
    encoding: 'utf8',
  })
  for (const folder of folders.stdout.split('\n').filter(Boolean))
    spawnSync('cp', ['-al', folder, join(copy, dirname(folder))])
}

async function judge({ file, from, to, tests }) {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  const places = whole.split(from).length - 1
  if (places !== 1) return { isKilled: false, words: `the text stands ${places} times in the file` }
  try {
    writeFileSync(
      path,
      whole.replace(from, () => to),
    )
    const found = await runTests(tests)
    if (found.failed === 0) return { isKilled: false, words: 'no test notices' }
    return { isKilled: true, words: namesOf(found) }
  } finally {
    writeFileSync(path, whole)
  }
}

async function runTests(files) {
  const json = join(copy, 'mutant.json')
  rmSync(json, { force: true })
  const projects = ['unit', ...(hasServices ? ['server-services'] : []), 'server'].map((name) => `--project=${name}`)
  const [postgres, redis] = services
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${json}`,
      ...projects,
      ...files,
    ],
    {
      cwd: copy,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_OPTIONS: '--conditions=dev',
        ...(postgres && redis ? { DATABASE_URL: postgres.url, REDIS_URL: redis.url } : {}),
      },
    },
  )
  // A mutant may never end.
  const late = setTimeout(() => child.kill('SIGKILL'), 300_000)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(late)
  const found = readReport('vitest', json)
  if (code !== 0 && found.failed === 0)
    return { ...found, failed: 1, failures: [{ name: 'it does not run to its end' }] }
  return found
}

function namesOf({ failures }) {
  return failures[0]?.name || failures[0]?.message || ''
}
