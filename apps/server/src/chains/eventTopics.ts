/** First topic of each event that the indexer reads: the keccak256 hash of its signature. */
export const eventTopics = {
  /** Transfer(address,address,uint256): ERC-20 (two indexed) and ERC-721 (three indexed). */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** TransferSingle(address,address,address,uint256,uint256): ERC-1155. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]): ERC-1155. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Approval(address,address,uint256): ERC-20 and ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ApprovalForAll(address,address,bool): ERC-721 and ERC-1155. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** Deposit(address,uint256) of WETH9, which emits no Transfer for it. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Withdrawal(address,uint256) of WETH9. */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  /** PairCreated(address,address,address,uint256) of the Uniswap v2 factory. */
  pairCreated: '0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9',
  /** Sync(uint112,uint112) of a v2 pair. */
  sync: '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  /** Swap(address,uint256,uint256,uint256,uint256,address) of a v2 pair. */
  swapV2: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  /** PoolCreated(address,address,uint24,int24,address) of the Uniswap v3 factory. */
  poolCreated: '0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118',
  /** Initialize(uint160,int24) of a v3 pool. */
  initialize: '0x98636036cb66a9c19a37435efc1e90142190214e8abeb821bdba3f2990dd4c95',
  /** Swap(address,address,int256,int256,uint160,uint128,int24) of a v3 pool. */
  swapV3: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
  /** Mint(address,address,int24,int24,uint128,uint256,uint256) of a v3 pool. */
  mintV3: '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
  /** Burn(address,int24,int24,uint128,uint256,uint256) of a v3 pool. */
  burnV3: '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c',
  /** Collect(address,address,int24,int24,uint128,uint128) of a v3 pool. */
  collectV3: '0x70935338e69775456a85ddef226c395fb668b63fa0115f5f20610b388e6ca9c0',
  /**
   * UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256) of ERC-4337's EntryPoint, the last event of an
   * operation.
   */
  userOperation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  /** BeforeExecution() of the EntryPoint, before the operations. */
  beforeExecution: '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972',
} as const
