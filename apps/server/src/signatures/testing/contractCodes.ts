import type { Hex } from 'viem'

/** The magic value of ERC-1271 as 32 bytes, stored at the start of memory. */
const storeWord = '631626ba7e60e01b5f52'

/** Runtime codes of contracts for calls of ERC-1271, by their behavior. */
export const contractCodes = {
  /** Accepts every signature. */
  yes: `0x${storeWord}60205ff3`,
  /** The magic value, and other bytes in the same 32. */
  'yes with rubbish in the word': `0x7f1626ba7e${'11'.repeat(28)}5f5260205ff3`,
  /** The magic value, and 64 more bytes. */
  'yes with bytes behind': `0x${storeWord}7f${'22'.repeat(32)}60205260605ff3`,
  /** The magic value at the end of its 32 bytes. */
  'the word as a number': '0x631626ba7e5f5260205ff3',
  /** Four bytes. */
  'the word cut short': `0x${storeWord}60045ff3`,
  /** A boolean. */
  true: '0x60015f5260205ff3',
  'another word': '0x63ffffffff60e01b5f5260205ff3',
  /** Stops without an answer. */
  nothing: '0x00',
  reverts: '0x5f5ffd',
  'reverts with the word': `0x${storeWord}60205ffd`,
  'does what there is not': '0xfe',
  /** Loops forever. */
  'burns all gas': '0x5b5f56',
  /** A million bytes, starting with the magic value. */
  'yes with a million bytes': `0x${storeWord}620f42405ff3`,
  'reverts with two million bytes': `0x${storeWord}621e84805ffd`,
  /** More than the gas allows. */
  'returns without end': '0x63ffffffff5ff3',
  /** Writes before it accepts. A call must not change state. */
  'writes, and says yes': `0x60015f55${storeWord}60205ff3`,
} as const satisfies Record<string, Hex>
