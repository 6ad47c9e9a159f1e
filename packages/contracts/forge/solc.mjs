#!/usr/bin/env node
// The compiler of this package (solc-js) with the manners of the native one, which Foundry expects: it is asked for its version, and else
// for the standard JSON on standard input.
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')
if (process.argv.includes('--version')) {
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  process.stdout.write(solc.compile(Buffer.concat(chunks).toString()))
}
