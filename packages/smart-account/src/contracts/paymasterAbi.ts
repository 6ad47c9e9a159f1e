import { parseAbi } from 'viem/utils'

/** `LatchkeyPaymaster`: pays for operations that the operator's key has signed, within budgets. */
export const paymasterAbi = parseAbi([
  'function setBudget(bytes16 budget, uint128 limit, uint48 period)',
  'function setSigner(address signer)',
  'function signer() view returns (address)',
  'function owner() view returns (address)',
  'function deposit() payable',
  'function withdraw(address to, uint256 amount)',
  'function addStake(uint32 unstakeDelay) payable',
  'function budgetOf(bytes16 budget) view returns (bytes16 known, uint128 limit, uint48 period)',
  'function spentOf(bytes16 budget, uint48 time) view returns (uint256)',
  'error BudgetExceeded(bytes16 budget)',
  'error OutsideWindow()',
  'error UnreadableData()',
  'error InvalidSetting()',
])
