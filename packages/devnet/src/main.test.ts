import { describe, expect, it } from 'vitest'
import { nodesOf, startDevnetProcess } from './test/devnetProcess.ts'
import { testBakeFolder } from './test/testFolder.ts'
import { useDevnet } from './test/useDevnet.ts'

const fixture = useDevnet()

describe('main', () => {
  it('default: prints one ready line and ends without a trace when its stdin closes', async () => {
    const child = startDevnetProcess({ LATCHKEY_FOLDER: fixture.folder(), LATCHKEY_BAKE_FOLDER: testBakeFolder })
    fixture.after(async () => child.signal('SIGKILL'))
    const ready = await child.ready
    expect(ready.chains.map(({ name }) => name)).toEqual(['Local One', 'Local Two'])
    expect(ready.chainConfigs).toHaveLength(2)
    expect(ready.bitcoinConfigs).toEqual([
      expect.objectContaining({ upstreams: [{ url: ready.bitcoin[0]?.esploraUrl }], testnet: true }),
    ])
    expect(ready.solanaConfigs).toEqual([
      expect.objectContaining({ chainId: ready.solana[0]?.chainId, spam: [expect.any(String)] }),
    ])
    expect(ready.solanaAccounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    expect(ready.bitcoinAccounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    expect(ready.accounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    child.closeStdin()
    expect(await child.exited).toEqual({ code: 0, signal: null })
    expect(nodesOf(fixture.folder())).toEqual([])
  })

  it('error: says which variable is wrong', async () => {
    const child = startDevnetProcess({
      LATCHKEY_FOLDER: fixture.folder(),
      LATCHKEY_BAKE_FOLDER: testBakeFolder,
      LATCHKEY_PORT_31337: 'many',
    })
    expect(await child.exited).toEqual({ code: 1, signal: null })
    expect(child.lines).toEqual([
      {
        error: {
          code: 'config_invalid',
          message: 'LATCHKEY_PORT_31337 must be a whole number from 1 to 65535, not "many"',
        },
      },
    ])
  })
})
