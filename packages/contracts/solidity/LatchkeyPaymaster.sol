// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {EIP7702Utils} from "@openzeppelin/contracts/account/utils/EIP7702Utils.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// @title Pays the network cost of operations that an operator's key signed
/// @notice Paymaster (ERC-4337) for EntryPoint v0.8. The signature binds everything of an operation but the paymaster's own, and a
/// budget; the owner limits each budget for each period here, on the chain, so that a stolen key spends no more than the rest
/// of them. A budget that the owner does not know counts against the default one, which all of those share.
///
/// The data of an operation: budget (16 bytes), `time`, `validAfter`, `validUntil` (6 bytes each, Unix seconds, both ends included), signature
/// (65 bytes). Validation may not read the clock (ERC-7562), so the operation claims a time, `time`, which says what period it counts
/// against; the window that validation returns lies in that period and {GRACE} after it, so that the EntryPoint refuses a wrong claim.
/// An operation that was signed just before a period ends is still paid just after it, from the period of the signature: never more than
/// a period's limit counts against that period, and never more than two limits are spent in any one.
///
/// Validation counts the maximum cost of an operation. Afterwards everything is returned except the amount that the EntryPoint charged until
/// then, the whole gas limit of `postOp` and {SETTLEMENT_GAS}. So a budget is never charged less than the deposit, and at most nine
/// tenths of the unused part of that limit, and {SETTLEMENT_GAS}, more. Where `postOp` fails, nothing is given back.
///
/// It needs a stake, because it reads and writes its own storage.
contract LatchkeyPaymaster is Paymaster, EIP712, SignerECDSA, Ownable2Step {
    struct Budget {
        /// Wei in each period.
        uint128 limit;
        /// Seconds; 0: not known.
        uint48 period;
    }

    /// @dev Fields of the paymaster's data, without the signature.
    struct Claim {
        bytes16 budget;
        uint48 time;
        uint48 validAfter;
        uint48 validUntil;
    }

    /// @notice The budget of operations whose own is not known.
    bytes16 public constant DEFAULT_BUDGET = 0;
    /// @notice The most gas that the EntryPoint charges for around `postOp`, in addition to the gas of `postOp` itself.
    uint256 public constant SETTLEMENT_GAS = 6_000;
    /// @notice Seconds for which an operation still counts against a period that ended; a shorter period is its own.
    uint256 public constant GRACE = 180;

    bytes32 private constant REQUEST_TYPEHASH =
        keccak256(
            "SponsorshipRequest(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,bytes16 budget,uint48 time,uint48 validAfter,uint48 validUntil)"
        );

    /// @dev After the paymaster's address and its two gas limits.
    uint256 private constant DATA_OFFSET = 52;
    uint256 private constant DATA_LENGTH = 16 + 6 + 6 + 6 + 65;

    mapping(bytes16 budget => Budget) private _budgets;
    mapping(bytes32 counter => uint256) private _spent;

    /// @notice A budget has another limit; without a period it is not known any more.
    event BudgetChanged(bytes16 indexed budget, uint128 limit, uint48 period);
    /// @notice Another key signs for the operator.
    event SignerChanged(address indexed signer);

    /// @notice More than the rest of this budget in its period.
    error BudgetExceeded(bytes16 budget);
    /// @notice The claimed time is not in the operation's own.
    error OutsideWindow();
    /// @notice The data is not of the form above.
    error UnreadableData();
    /// @notice A period under a minute, or a signer of zero, or an owner of none: the deposit would be lost.
    error InvalidSetting();

    /// @param owner_ Who sets budgets and the signer, and takes the deposit back.
    /// @param signer_ The key whose operations are paid for.
    constructor(address owner_, address signer_) EIP712("LatchkeyPaymaster", "1") SignerECDSA(signer_) Ownable(owner_) {
        require(signer_ != address(0), InvalidSetting());
        emit SignerChanged(signer_);
    }

    /// @notice Sets the limit of a budget.
    /// @param budget Who asks: a project's id. {DEFAULT_BUDGET}: all that are not known.
    /// @param limit Wei in each period; 0: nothing.
    /// @param period Seconds, at least 60, counted from 1970; 0 with a limit of 0: the budget is not known any more.
    function setBudget(bytes16 budget, uint128 limit, uint48 period) external onlyOwner {
        require(period >= 60 || (period == 0 && limit == 0), InvalidSetting());
        _budgets[budget] = Budget(limit, period);
        emit BudgetChanged(budget, limit, period);
    }

    /// @notice Makes another key the operator's; operations that the old one signed are refused from now on.
    function setSigner(address signer_) external onlyOwner {
        require(signer_ != address(0), InvalidSetting());
        _setSigner(signer_);
        emit SignerChanged(signer_);
    }

    /// @notice Adds to the deposit that pays for operations. Anyone can call it.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// @notice Withdraws wei from the deposit that pays for operations.
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        _withdraw(to, amount);
    }

    /// @notice Stakes wei. Bundlers require it of a paymaster with its own storage.
    /// @param unstakeDelay Seconds.
    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        _addStake(msg.value, unstakeDelay);
    }

    /// @notice Starts to withdraw the stake.
    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    /// @notice Withdraws the stake after its delay.
    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @notice Ownership cannot be renounced, because the deposit would be lost.
    function renounceOwnership() public pure override {
        revert InvalidSetting();
    }

    /// @notice The limit that counts for a budget: its own, or the default one.
    /// @return known Which of them.
    function budgetOf(bytes16 budget) public view returns (bytes16 known, uint128 limit, uint48 period) {
        Budget memory found = _budgets[budget];
        if (found.period != 0) return (budget, found.limit, found.period);
        found = _budgets[DEFAULT_BUDGET];
        return (DEFAULT_BUDGET, found.limit, found.period);
    }

    /// @notice Wei that a budget paid in the period of a time, operations in progress at their most.
    /// @param time Unix seconds.
    function spentOf(bytes16 budget, uint48 time) external view returns (uint256) {
        (bytes16 known, , uint48 period) = budgetOf(budget);
        return period == 0 ? 0 : _spent[_counterOf(known, period, time / period)];
    }

    /// @notice EntryPoint v0.8.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @inheritdoc Paymaster
    /// @dev A wrong signature is answered, not refused, so that gas can be measured without a right one.
    function _validatePaymasterUserOp(
        PackedUserOperation calldata op,
        bytes32,
        uint256 maxCost
    ) internal override returns (bytes memory context, uint256 validationData) {
        (Claim memory claim, bytes calldata signature) = _readClaim(op.paymasterAndData);
        bool signed = _rawSignatureValidation(_hashTypedDataV4(_hashRequest(op, claim)), signature);
        (bytes32 counter, uint256 begin, uint256 end) = _charge(claim, maxCost);
        context = abi.encode(counter, maxCost, ERC4337Utils.paymasterPostOpGasLimit(op));
        // The EntryPoint takes the first second as excluded, the last as included.
        validationData = ERC4337Utils.packValidationData(signed, uint48(begin == 0 ? 0 : begin - 1), uint48(end));
    }

    /// @inheritdoc Paymaster
    function _postOp(PostOpMode, bytes calldata context, uint256 actualGasCost, uint256 feePerGas) internal override {
        (bytes32 counter, uint256 maxCost, uint256 postOpGasLimit) = abi.decode(context, (bytes32, uint256, uint256));
        uint256 cost = actualGasCost + (postOpGasLimit + SETTLEMENT_GAS) * feePerGas;
        if (cost < maxCost) _spent[counter] -= maxCost - cost;
    }

    /// @dev Counts an amount, and says where, and between which first and last second that is right.
    function _charge(
        Claim memory claim,
        uint256 amount
    ) private returns (bytes32 counter, uint256 begin, uint256 end) {
        (bytes16 known, uint128 limit, uint48 period) = budgetOf(claim.budget);
        require(period != 0, BudgetExceeded(claim.budget));
        counter = _counterOf(known, period, claim.time / period);
        uint256 spent = _spent[counter] + amount;
        require(spent <= limit, BudgetExceeded(claim.budget));
        _spent[counter] = spent;

        begin = claim.time - (claim.time % period);
        end = Math.min(begin + period + Math.min(period, GRACE) - 1, claim.validUntil);
        begin = Math.max(begin, claim.validAfter);
        require(
            // An end of zero would mean for ever to the EntryPoint.
            begin <= claim.time && claim.time <= end && end != 0 && end < ERC4337Utils.BLOCK_RANGE_FLAG,
            OutsideWindow()
        );
    }

    function _readClaim(bytes calldata data) private pure returns (Claim memory claim, bytes calldata signature) {
        require(data.length == DATA_OFFSET + DATA_LENGTH, UnreadableData());
        claim.budget = bytes16(data[52:68]);
        claim.time = uint48(bytes6(data[68:74]));
        claim.validAfter = uint48(bytes6(data[74:80]));
        claim.validUntil = uint48(bytes6(data[80:86]));
        signature = data[86:];
    }

    /// @dev As the EntryPoint hashes it, but for the paymaster's own data: where an ordinary account takes on code (EIP-7702), the code's
    /// address is bound too.
    function _hashRequest(PackedUserOperation calldata op, Claim memory claim) private view returns (bytes32) {
        bytes memory head = abi.encode(
            REQUEST_TYPEHASH,
            op.sender,
            op.nonce,
            _hashInitCode(op),
            keccak256(op.callData),
            op.accountGasLimits,
            op.preVerificationGas,
            op.gasFees
        );
        return
            keccak256(
                bytes.concat(
                    head,
                    abi.encode(
                        ERC4337Utils.paymasterVerificationGasLimit(op),
                        ERC4337Utils.paymasterPostOpGasLimit(op),
                        claim
                    )
                )
            );
    }

    /// @dev Source: ERC-4337, the hash of an operation with `0x7702` in place of a factory.
    function _hashInitCode(PackedUserOperation calldata op) private view returns (bytes32) {
        bytes calldata initCode = op.initCode;
        if (initCode.length < 2 || bytes20(initCode) != bytes20(bytes2(0x7702))) return keccak256(initCode);
        bytes calldata rest = initCode.length > 20 ? initCode[20:] : initCode[:0];
        return keccak256(abi.encodePacked(EIP7702Utils.fetchDelegate(op.sender), rest));
    }

    function _counterOf(bytes16 budget, uint48 period, uint256 index) private pure returns (bytes32) {
        return keccak256(abi.encode(budget, period, index));
    }
}
