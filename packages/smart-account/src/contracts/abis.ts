import { parseAbi } from 'viem/utils'

/** `LatchkeyAccountFactory`: deploys accounts at counterfactual addresses. */
export const factoryAbi = parseAbi([
  'function createAccount(address owner, bytes32 passkeyX, bytes32 passkeyY, bytes32 rpIdHash, uint256 salt) returns (address account)',
  'function addressOf(address owner, bytes32 passkeyX, bytes32 passkeyY, bytes32 rpIdHash, uint256 salt) view returns (address)',
])

/** Functions of the account. Source: ERC-7579. */
export const accountAbi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function installModule(uint256 moduleTypeId, address module, bytes initData)',
  'function isModuleInstalled(uint256 moduleTypeId, address module, bytes additionalContext) view returns (bool)',
])

/** `LatchkeySessions`: keys that can act for an account within limits. */
export const sessionsAbi = parseAbi([
  'struct ArgumentRule { uint16 index; uint8 condition; bytes32 value; }',
  'struct CallRule { address target; bytes4 selector; uint256 valueLimit; ArgumentRule[] arguments; }',
  'struct Allowance { address token; uint256 limit; uint48 start; uint48 period; }',
  'struct Grant { bytes signer; address coSigner; uint48 validAfter; uint48 validUntil; CallRule[] calls; Allowance[] allowances; }',
  'function grant(uint32 id, Grant rules)',
  'function revoke(uint32 id)',
  'function statusOf(address account, uint32 id) view returns (bytes32)',
  'function spentOf(address account, uint32 id, uint256 allowance, uint256 period) view returns (uint256)',
  'event SessionGranted(address indexed account, uint32 indexed id, bytes32 grantHash, Grant rules)',
  'event SessionRevoked(address indexed account, uint32 indexed id)',
])
