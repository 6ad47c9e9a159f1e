import type { UserOperation } from '@latchkey/smart-account'
import { requireWelcome } from '../admission/requireWelcome.ts'
import type { OperationGas, UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { preVerificationGasOf } from './preVerificationGas.ts'
import { type ProbeStep, probeOperation } from './probeOperation.ts'
import { readDataFee } from './readDataFee.ts'
import { readContractError } from './readRevert.ts'
import { toExecutionRefusal, toRefusal } from './toRefusal.ts'

/** Gas limits of the measurement, for each step and for all steps. No operation may use more than the first in one step. */
const stepGas = 6_000_000n
const probeGas = 16_000_000n

/**
 * Gas that the EntryPoint itself uses within an account's verification limit: the hash, the nonce (a new slot), and the
 * deposit.
 */
const aroundValidation = 45_000n
/** An account that pays itself sends the missing amount to the EntryPoint: a payment and a new deposit. */
const ownPayment = 42_000n
/** The same for a paymaster: its deposit. */
const aroundPaymaster = 15_000n
/** Adds a tenth: inner calls hold back a 64th, and the state changes. */
const margin = (gas: bigint) => (gas * 11n) / 10n

/**
 * Measures the gas of an operation. Limits that the operation sets are kept. Its signature may be a stub of the right length,
 * and its account needs no funds.
 *
 * @throws OperationRefusal if a step fails with any gas limit
 */
export async function estimateOperation(scope: ChainScope, unmeasured: UnmeasuredOperation): Promise<OperationGas> {
  const { view } = scope
  await view.requireEntryPoint()
  await requireWelcome(scope, unmeasured)
  const operation: UserOperation = {
    ...unmeasured,
    callGasLimit: unmeasured.callGasLimit ?? 0n,
    verificationGasLimit: unmeasured.verificationGasLimit ?? 0n,
    preVerificationGas: unmeasured.preVerificationGas ?? 0n,
    // The maximum cost is not part of the measurement.
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
  }
  const [report, { market }] = await Promise.all([
    probeOperation(scope, { operation, stepGas, gas: probeGas }),
    view.now(),
  ])
  if (!report) {
    throw new OperationRefusal('rejectedByAccount', 'The operation needs more gas than a transaction can have')
  }
  const { creation, validation, paymasterValidation, call, postOp } = report
  requireDone(creation, 'AA13 initCode failed or OOG')
  requireDone(validation, 'AA23 reverted')
  requireDone(paymasterValidation, 'AA33 reverted')
  if (call.made && !call.done) throw toExecutionRefusal(readContractError(call.data))
  requireDone(postOp, 'AA50 postOp reverted')

  const dataFee = await readDataFee(scope, { operation: unmeasured, market })
  const words = BigInt(Math.ceil(operation.callData.length / 64))
  const measured: OperationGas = {
    preVerificationGas: operation.preVerificationGas || preVerificationGasOf({ operation: unmeasured, dataFee }),
    verificationGasLimit:
      operation.verificationGasLimit ||
      margin(creation.gas + validation.gas) + aroundValidation + words * 30n + (operation.paymaster ? 0n : ownPayment),
    callGasLimit: operation.callGasLimit || margin(call.gas) + 10_000n,
  }
  if (!operation.paymaster) return measured
  return {
    ...measured,
    paymasterVerificationGasLimit:
      operation.paymasterVerificationGasLimit || margin(paymasterValidation.gas) + aroundPaymaster,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit || (postOp.made ? margin(postOp.gas) + 5_000n : 0n),
  }
}

function requireDone({ made, done, data }: ProbeStep, reason: string): void {
  if (!made || done) return
  const inner = readContractError(data)
  // The inner error has the EntryPoint's own reason if the EntryPoint refuses.
  if (inner && /^AA\d\d /.test(inner.words)) throw toRefusal({ reason: inner.words })
  throw toRefusal({ reason, inner })
}
