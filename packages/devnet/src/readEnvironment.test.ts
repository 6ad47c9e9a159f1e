import { describe, expect, it } from 'vitest'
import { readEnvironment } from './readEnvironment.ts'

describe('readEnvironment', () => {
  it('default: reads the values of npm start', () => {
    expect(readEnvironment({})).toEqual({
      ...{ folder: '.latchkey', ports: { 31337: 8545, 31338: 8546 } },
      ...{ blockTime: 1, idleBlockTime: 12, persist: true, market: true },
      bitcoin: { port: 8548, blockTime: 10 },
      solana: { networks: 1, ports: [8899] },
    })
  })

  it('behavior: every option can be set', () => {
    const environment = {
      LATCHKEY_FOLDER: '/a',
      LATCHKEY_BAKE_FOLDER: '/b',
      LATCHKEY_PORT_31337: '9001',
      LATCHKEY_PORT_31338: '9002',
      LATCHKEY_PORT_BITCOIN: '9003',
      LATCHKEY_PORT_SOLANA: '9004',
      LATCHKEY_BITCOIN_BLOCK_TIME: '4',
      LATCHKEY_BLOCK_TIME: '2',
      LATCHKEY_IDLE_BLOCK_TIME: '3',
      LATCHKEY_PERSIST: '0',
      LATCHKEY_MARKET: '0',
    }
    expect(readEnvironment(environment)).toEqual({
      ...{ folder: '/a', bakeFolder: '/b', ports: { 31337: 9001, 31338: 9002 } },
      ...{ blockTime: 2, idleBlockTime: 3, persist: false, market: false },
      bitcoin: { port: 9003, blockTime: 4 },
      solana: { networks: 1, ports: [9004] },
    })
  })

  it.each([
    ['LATCHKEY_PORT_31337', '65536'],
    ['LATCHKEY_BLOCK_TIME', '0.5'],
    ['LATCHKEY_PERSIST', 'yes'],
  ])('error: %s=%s names the variable', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must be a whole number`))
  })
})
