import type { Description, Finding } from '../Description.ts'

/** Description of one instruction. */
export type DescribedInstruction = Pick<Description, 'intent' | 'target' | 'signature' | 'fields'> & {
  findings: readonly Finding[]
  /** Whether it only prepares another one: an account for the receiver, a memo, the price. */
  isSide: boolean
}
