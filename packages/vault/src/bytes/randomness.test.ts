import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bytesToHex } from '@noble/hashes/utils'
import { expect, test, vi } from 'vitest'
import * as vault from '../exports/index.ts'

const home = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .map((path) => ({ path, text: readFileSync(`${home}/${path}`, 'utf8') }))

test('behavior: threat 71: no file of the package uses anything but the cryptographic generator', () => {
  expect(sources.length).toBeGreaterThan(30)
  const weak = /Math\s*\.\s*random|\brandom\s*\(|Date\s*\.\s*now|new Date|performance\s*\.|Math\s*\[/
  expect(sources.filter(({ text }) => weak.test(text)).map(({ path }) => path)).toStrictEqual([])
  const draws = sources.filter(({ text }) => /getRandomValues/.test(text)).map(({ path }) => path)
  expect(draws).toStrictEqual(['bytes/randomBytes.ts'])
})

test('behavior: threat 71: nothing falls back to Math.random, not even a library', async () => {
  const random = vi.spyOn(Math, 'random').mockImplementation(() => {
    throw new Error('Math.random was called')
  })
  const seed = new Uint8Array(64).fill(3)
  const { address } = vault.deriveEvmKey({ seed })
  const dataKey = vault.createDataKey()
  const contents: vault.VaultContents = {
    format: 1,
    entropy: vault.createEntropy(),
    seed,
    importedKeys: [],
    factors: [],
    version: 1,
  }
  await vault.splitDataKey({ dataKey })
  await vault.sealVault({ contents, dataKey, walletId: 'w', address })
  vault.createBackupCode()
  vault.createSalt()
  const { secret } = vault.createDeviceTransfer({ handoverId: crypto.randomUUID() })
  const { pub } = await vault.answerDeviceTransfer({ secret })
  await vault.sealDataKey({ dataKey, publicKey: pub, secret, walletId: 'w', handoverId: 'h' })
  expect(random).not.toHaveBeenCalled()
  random.mockRestore()
})

test('behavior: threat 71: nonces of sealed vaults and shares never repeat', async () => {
  const key = await vault.createDeviceKey()
  const share = new Uint8Array(33)
  const nonces = new Set<string>()
  for (let round = 0; round < 500; round++) {
    const box = await vault.sealDeviceShare({ key, share, walletId: 'w', deviceId: 'd', epoch: 1 })
    nonces.add(bytesToHex(box.subarray(0, 12)))
  }
  expect(nonces.size).toBe(500)
})
