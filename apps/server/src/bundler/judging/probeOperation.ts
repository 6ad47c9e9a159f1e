import { operationProbeAbi, operationProbeRuntime } from '@latchkey/contracts'
import { delegatedCode, entryPoint08, hashOperation, packOperation, type UserOperation } from '@latchkey/smart-account'
import { decodeFunctionResult, encodeFunctionData, keccak256, numberToHex, sliceHex, stringToHex } from 'viem/utils'
import type { StateOverride } from '../../chains/node/createChainNode.ts'
import type { ChainScope } from '../ChainScope.ts'
import { takesOnCode } from '../operation/takesOnCode.ts'

type Hex = `0x${string}`

/** Address of the EntryPoint's original code while the probe replaces it. Source: `OperationProbe.original`. */
const original = sliceHex(keccak256(stringToHex('latchkey.probe.original')), 12)

/** Result of one step of an operation. Source: `OperationProbe.Step`. */
export type ProbeStep = { made: boolean; done: boolean; gas: bigint; data: Hex }

/** Result of an operation. Source: `OperationProbe.Report`. */
export type ProbeReport = {
  creation: ProbeStep
  validation: ProbeStep
  paymasterValidation: ProbeStep
  call: ProbeStep
  postOp: ProbeStep
  validationData: bigint
  paymasterValidationData: bigint
  prefund: bigint
  missingFunds: bigint
  sentFunds: bigint
  paymasterDeposit: bigint
}

/**
 * Runs one operation in a call, and returns the gas of each step. The signature may be a stub.
 *
 * @param options.stepGas gas limit of each step for a measurement; by default, the limits of the operation
 * @returns undefined if the call ran out of gas
 */
export async function probeOperation(
  { node, number, view }: Pick<ChainScope, 'node' | 'number' | 'view'>,
  { operation, stepGas = 0n, gas }: { operation: UserOperation; stepGas?: bigint; gas: bigint },
): Promise<ProbeReport | undefined> {
  const data = encodeFunctionData({
    abi: operationProbeAbi,
    functionName: 'probe',
    args: [packOperation(operation), hashOperation({ operation, chainId: number }), stepGas],
  })
  const outcome = await node.call(
    { from: entryPoint08, to: entryPoint08, data, gas: numberToHex(gas) },
    {
      [entryPoint08]: { code: operationProbeRuntime },
      [original]: { code: await view.entryPointCode() },
      ...delegationOf(operation),
    },
  )
  if ('revert' in outcome) return undefined
  return decodeFunctionResult({ abi: operationProbeAbi, functionName: 'probe', data: outcome.data }) as ProbeReport
}

/** Returns a state override with the code that an EOA delegates to in this operation. Source: EIP-7702. */
export function delegationOf(operation: UserOperation): StateOverride {
  const { sender, eip7702Auth } = operation
  if (!takesOnCode(operation) || !eip7702Auth) return {}
  return { [sender]: { code: delegatedCode(eip7702Auth.address) } }
}

/** Returns the validity times of the operation, Unix seconds; `until` 0 means no end. Source: ERC-4337. */
export function readValidity(report: ProbeReport): { after: number; until: number } {
  const times = [report.validationData, report.paymasterValidationData].map((data) => ({
    until: Number((data >> 160n) & 0xffff_ffff_ffffn),
    after: Number(data >> 208n),
  }))
  const ends = times.flatMap(({ until }) => (until === 0 ? [] : [until]))
  return { after: Math.max(...times.map(({ after }) => after)), until: ends.length === 0 ? 0 : Math.min(...ends) }
}
