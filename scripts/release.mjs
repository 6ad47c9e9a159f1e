// `npm run release -- make|keygen|sign|verify`: makes a release of the wallet's pages and signs it, on a machine that is no server.
// `npm run release -- changelog`: writes CHANGELOG.md.
//
//   keygen <key file>                        makes a secret key and prints the public one, which those who check pin
//   make [folder]                            builds the pages, release.json and the bill of materials; default apps/wallet/dist
//   sign <release.json> --key <key file>     writes release.json.minisig beside it; copy the folder to the server
//   verify <release.json> --key <public key or its file>
//   changelog [name]                         puts the changes since the last tag, or of the last 200 commits, under that name
//                                            (default: Unreleased)
//
// RELEASE_PASSPHRASE encrypts the key file and opens it again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addBillOfMaterials, buildRelease } from './lib/buildRelease.mjs'
import { changelogSection, updateChangelog } from './lib/changelog.mjs'
import { readCommits, readGit } from './lib/commits.mjs'
import { prepare } from './lib/prepare.mjs'
import { findSignatureFault, makeReleaseKey, signRelease } from './lib/releaseSignature.mjs'

const passphrase = process.env.RELEASE_PASSPHRASE || undefined
const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
const [command, place] = positionals

const commands = {
  keygen: async () => {
    const file = need(place, 'Say where the secret key goes: npm run release -- keygen <key file>')
    const { secretKey, publicKey } = makeReleaseKey({ passphrase })
    // An older key is never overwritten: releases that it signed would have no successor.
    writeFileSync(file, secretKey, { mode: 0o600, flag: 'wx' })
    writeFileSync(`${file}.pub`, `untrusted comment: public key of Latchkey releases\n${publicKey}\n`)
    console.log(`Secret key: ${file}${passphrase ? '' : ' (not encrypted: set RELEASE_PASSPHRASE to encrypt it)'}`)
    console.log(`Public key: ${publicKey}`)
  },
  make: async () => {
    await prepare()
    const pages = resolve(place ?? 'apps/wallet/dist')
    const logs = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
    try {
      const { release, commit, paths } = await buildRelease({ pages, logs })
      const { components } = addBillOfMaterials({ pages })
      const changes = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout
      if (changes)
        console.warn('This checkout has changes that are in no commit: others cannot build the same release.')
      console.log(`${join(pages, 'release.json')}: ${Object.keys(paths).length} paths, ${components} components`)
      console.log(`Release ${release}, commit ${commit}`)
    } finally {
      rmSync(logs, { recursive: true, force: true })
    }
  },
  changelog: async () => {
    const file = 'CHANGELOG.md'
    const tag = readGit('describe', '--tags', '--abbrev=0')
    const commits = readCommits(tag ? [`${tag}..HEAD`] : ['-200'])
    const date = place ? new Date().toISOString().slice(0, 10) : undefined
    const section = changelogSection({ name: place ?? 'Unreleased', date, commits })
    writeFileSync(file, updateChangelog(existsSync(file) ? readFileSync(file, 'utf8') : '', section))
    console.log(`${file}: ${commits.length} commits${tag ? ` since ${tag}` : ''}`)
  },
  sign: async () => {
    const usage = 'Name the file to sign and the key: npm run release -- sign <release.json> --key <key file>'
    const file = need(place, usage)
    const secretKey = readFileSync(need(values.key, usage), 'utf8')
    const content = readFileSync(file, 'utf8')
    const { version, commit } = JSON.parse(content)
    const comment = `timestamp:${Math.floor(Date.now() / 1000)} version:${version} commit:${commit ?? 'none'}`
    writeFileSync(`${file}.minisig`, signRelease({ content, secretKey, passphrase, comment }))
    console.log(`${file}.minisig: ${comment}`)
  },
  verify: async () => {
    const usage = 'Name the file to check and the key: npm run release -- verify <release.json> --key <public key>'
    const file = need(place, usage)
    const publicKey = readPublicKey(need(values.key, usage))
    const signature = readFileSync(`${file}.minisig`, 'utf8')
    const fault = findSignatureFault({ content: readFileSync(file, 'utf8'), signature, publicKey })
    if (fault) throw new Error(`${file}: ${fault}.`)
    console.log(`${file} is signed by the pinned key: ${signature.split('\n')[2]}`)
  },
}

function need(value, message) {
  if (!value) throw new Error(message)
  return value
}

function readPublicKey(text) {
  return existsSync(text) ? readFileSync(text, 'utf8') : text
}

try {
  const run = commands[command]
  if (!run) throw new Error('Choose a command: npm run release -- keygen|make|sign|verify|changelog')
  await run()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
