#!/usr/bin/env node
// Runs the compiler of this package (solc-js) with the command line of the native compiler, which Foundry expects. It prints its version,
// or compiles the standard JSON from standard input.
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
