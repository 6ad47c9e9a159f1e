import { toEventSelector } from 'viem/utils'

/** One step of a program that the validation rules concern. */
export type Step = {
  /** The opcode's name. */
  op: string
  /** Depth of the call: 1 is the EntryPoint itself. */
  depth: number
  /** Account whose storage it uses. */
  at: `0x${string}`
  /** Slot of SLOAD, SSTORE, TLOAD and TSTORE. */
  slot?: `0x${string}`
  /** Target of calls and EXTCODE*; undefined for CREATE and CREATE2. */
  target?: `0x${string}`
  /** CALL: wei, hexadecimal. */
  value?: `0x${string}`
  /** First four bytes of a call's data, if it has that many. */
  selector?: `0x${string}`
  /** Whether the target has code at that moment. */
  hasCode?: boolean
  /** Next opcode in the same call; only for opcodes whose meaning depends on it (GAS, EXTCODESIZE). */
  next?: string
}

/** Trace of a bundle's validation. */
export type ValidationTrace = {
  steps: readonly Step[]
  /** Hashed data of 64 bytes, from which the slots of mappings are derived. */
  hashed: readonly `0x${string}`[]
}

/** Event of the EntryPoint after the validation of the whole bundle. Source: ERC-4337. */
const beforeExecution = toEventSelector('BeforeExecution()')

/** A JavaScript tracer (`debug_traceCall`) that records the steps for the rules until the EntryPoint starts the execution. */
const tracer = `{
  steps: [], hashed: [], done: false, pending: {}, seen: {},
  interesting: {
    ORIGIN: 1, GASPRICE: 1, BLOCKHASH: 1, COINBASE: 1, TIMESTAMP: 1, NUMBER: 1, DIFFICULTY: 1, PREVRANDAO: 1, RANDOM: 1, GASLIMIT: 1, BASEFEE: 1,
    BLOBHASH: 1, BLOBBASEFEE: 1, SELFDESTRUCT: 1, INVALID: 1, BALANCE: 1, SELFBALANCE: 1, CREATE: 1, CREATE2: 1, GAS: 1,
    SLOAD: 2, SSTORE: 2, TLOAD: 2, TSTORE: 2, EXTCODESIZE: 3, EXTCODECOPY: 3, EXTCODEHASH: 3,
    CALL: 4, CALLCODE: 4, DELEGATECALL: 5, STATICCALL: 5
  },
  word: function (value) { var text = value.toString(16); while (text.length < 64) text = '0' + text; return '0x' + text },
  step: function (log, db) {
    if (this.done) return
    var op = log.op.toString(), depth = log.getDepth()
    var before = this.pending[depth]
    if (before) { before.next = op; delete this.pending[depth] }
    if (depth === 1 && op === 'LOG1' && this.word(log.stack.peek(2)) === '${beforeExecution}') { this.done = true; return }
    if (op === 'KECCAK256' || op === 'SHA3') {
      var from = Number(log.stack.peek(0).toString()), size = Number(log.stack.peek(1).toString())
      if (size === 64 && depth > 1) {
        var text = toHex(log.memory.slice(from, from + 64))
        if (!this.seen[text]) { this.seen[text] = true; this.hashed.push(text) }
      }
      return
    }
    var kind = this.interesting[op]
    if (!kind) return
    var step = { op: op, depth: depth, at: toHex(log.contract.getAddress()) }
    if (kind === 2) step.slot = this.word(log.stack.peek(0))
    if (kind >= 3) {
      step.target = '0x' + this.word(log.stack.peek(kind === 3 ? 0 : 1)).slice(26)
      step.hasCode = db.getCode(toAddress(step.target)).length > 0
    }
    if (kind === 4) step.value = this.word(log.stack.peek(2))
    if (kind >= 4) {
      var offset = Number(log.stack.peek(kind === 4 ? 3 : 2).toString()), length = Number(log.stack.peek(kind === 4 ? 4 : 3).toString())
      if (length >= 4) step.selector = toHex(log.memory.slice(offset, offset + 4))
    }
    if (op === 'GAS' || op === 'EXTCODESIZE') this.pending[depth] = step
    this.steps.push(step)
  },
  fault: function () {},
  result: function () { return { steps: this.steps, hashed: this.hashed } }
}`

/**
 * Traces the validation of a bundle.
 *
 * @param request sends a request to a node with JavaScript tracers in `debug_traceCall`
 * @param call the bundle's transaction: `handleOps` of the EntryPoint
 * @param overrides of the state, as in `eth_call`
 */
export async function traceValidation({
  request,
  call,
  overrides,
}: {
  request: (method: string, parameters: readonly unknown[]) => Promise<unknown>
  call: { from: `0x${string}`; to: `0x${string}`; data: `0x${string}`; gas: `0x${string}` }
  overrides?: object
}): Promise<ValidationTrace> {
  const options = { tracer, ...(overrides ? { stateOverrides: overrides } : {}) }
  return (await request('debug_traceCall', [call, 'latest', options])) as ValidationTrace
}
