// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {
    IAccount,
    IAccountExecute,
    IPaymaster,
    PackedUserOperation
} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";

/// @notice Contract with which the EntryPoint deploys accounts.
interface SenderCreator {
    function createSender(bytes calldata initCode) external returns (address sender);

    function initEip7702Sender(address sender, bytes calldata initCallData) external;
}

/// @title Measures an operation of ERC-4337
/// @notice Never deployed. A bundler's `eth_call` lays this code over EntryPoint v0.8 by a state override, so that account, factory and
/// paymaster are called by whom they expect, and asks for what becomes of one operation. Nothing here fails: what goes wrong is in the
/// answer.
/// @dev Calls to the EntryPoint that are made meanwhile (its numbers, its deposits) go on to its own code, which the bundler lays over
/// `original` in the same `eth_call`.
contract OperationProbe {
    using ERC4337Utils for PackedUserOperation;

    /// @notice Result of one call.
    struct Step {
        /// @dev False: it was not needed, or a step before it failed.
        bool made;
        bool done;
        /// @dev Gas that it used, including the cost of the call itself.
        uint256 gas;
        /// @dev Its return value, or the reason why it failed; cut after 4,096 bytes.
        bytes data;
    }

    /// @notice What became of an operation. Of the steps, the first that failed is the last that was made; a call that failed is
    /// followed by the paymaster's.
    struct Report {
        /// @dev Of the account, when the operation carries a factory.
        Step creation;
        Step validation;
        Step paymasterValidation;
        Step call;
        Step postOp;
        /// @dev As the account answered: who vouches, until, after. ERC-4337. 1 in the lowest 20 bytes: the signature is wrong.
        uint256 validationData;
        uint256 paymasterValidationData;
        /// @dev Wei that the operation costs at most.
        uint256 prefund;
        /// @dev Wei that the account had to send, and what it sent. Less: the EntryPoint refuses (AA21).
        uint256 missingFunds;
        uint256 sentFunds;
        /// @dev Wei that the paymaster has at the EntryPoint. Less than the prefund: the EntryPoint refuses (AA31).
        uint256 paymasterDeposit;
    }

    /// @notice Where the EntryPoint's own code lies meanwhile.
    address public constant original = address(uint160(uint256(keccak256("latchkey.probe.original"))));

    /// @dev Answers and reasons are cut after this many bytes, so that none uses up the memory.
    uint256 private constant _longestAnswer = 4096;

    receive() external payable {}

    fallback() external payable {
        address to = original;
        assembly ("memory-safe") {
            let from := mload(0x40)
            calldatacopy(from, 0, calldatasize())
            let done := delegatecall(gas(), to, from, calldatasize(), 0, 0)
            returndatacopy(from, 0, returndatasize())
            if iszero(done) {
                revert(from, returndatasize())
            }
            return(from, returndatasize())
        }
    }

    /// @notice Makes, validates and runs an operation as the EntryPoint does, and says what each step took.
    /// @param op The operation; its signature may be a stub.
    /// @param opHash By which the EntryPoint knows it.
    /// @param stepGas Gas for each step, to measure; 0: what the operation itself allows, to see whether it goes through as it is.
    function probe(
        PackedUserOperation calldata op,
        bytes32 opHash,
        uint256 stepGas
    ) external returns (Report memory report) {
        uint256 verificationGas = stepGas == 0 ? op.verificationGasLimit() : stepGas;
        report.prefund = _prefund(op);
        if (op.initCode.length > 0) {
            report.creation = _create(op, verificationGas);
            if (report.creation.made && !report.creation.done) return report;
        }
        _validate(op, opHash, verificationGas, report);
        if (!report.validation.done) return report;
        bytes memory context;
        if (op.paymaster() != address(0)) {
            context = _validatePaymaster(op, opHash, stepGas, report);
            if (!report.paymasterValidation.done) return report;
        }
        report.call = _run(op, opHash, stepGas);
        if (context.length > 0) report.postOp = _settle(op, context, stepGas, report);
    }

    /// @notice Reads a paymaster's answer; apart, so that one that cannot be read does not end the whole.
    function readAnswer(bytes calldata answer) external pure returns (bytes memory context, uint256 validationData) {
        return abi.decode(answer, (bytes, uint256));
    }

    function _create(PackedUserOperation calldata op, uint256 gasLimit) private returns (Step memory step) {
        // The EntryPoint's first contract, which it makes accounts by. Source: RLP of (address, 1).
        address creator = address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", address(this), hex"01")))));
        if (_isDelegation(op.initCode)) {
            // The code is there already: by the chain, or by the bundler's override of the sender.
            if (op.initCode.length <= 20) return step;
            return _call(creator, gasLimit, abi.encodeCall(SenderCreator.initEip7702Sender, (op.sender, op.initCode[20:])));
        }
        if (op.sender.code.length > 0) return Step(true, false, 0, "AA10 sender already constructed");
        step = _call(creator, gasLimit, abi.encodeCall(SenderCreator.createSender, (op.initCode)));
        address made = step.done && step.data.length == 32 ? abi.decode(step.data, (address)) : address(0);
        if (made == address(0)) (step.done, step.data) = (false, "AA13 initCode failed or OOG");
        else if (made != op.sender) (step.done, step.data) = (false, "AA14 initCode must return sender");
        else if (made.code.length == 0) (step.done, step.data) = (false, "AA15 initCode must create sender");
    }

    function _validate(PackedUserOperation calldata op, bytes32 opHash, uint256 gasLimit, Report memory report) private {
        if (op.sender.code.length == 0) {
            report.validation = Step(true, false, 0, "AA20 account not deployed");
            return;
        }
        if (op.paymaster() == address(0)) {
            uint256 deposit = _depositOf(op.sender);
            if (deposit < report.prefund) report.missingFunds = report.prefund - deposit;
        }
        uint256 before = address(this).balance;
        Step memory step = _call(
            op.sender,
            gasLimit,
            abi.encodeCall(IAccount.validateUserOp, (op, opHash, report.missingFunds))
        );
        if (step.done && step.data.length != 32) step.done = false;
        if (step.done) report.validationData = abi.decode(step.data, (uint256));
        report.validation = step;
        if (address(this).balance > before) report.sentFunds = address(this).balance - before;
    }

    function _validatePaymaster(
        PackedUserOperation calldata op,
        bytes32 opHash,
        uint256 stepGas,
        Report memory report
    ) private returns (bytes memory context) {
        report.paymasterDeposit = _depositOf(op.paymaster());
        Step memory step = _call(
            op.paymaster(),
            stepGas == 0 ? op.paymasterVerificationGasLimit() : stepGas,
            abi.encodeCall(IPaymaster.validatePaymasterUserOp, (op, opHash, report.prefund))
        );
        if (step.done) {
            try this.readAnswer(step.data) returns (bytes memory context_, uint256 validationData) {
                (context, report.paymasterValidationData) = (context_, validationData);
            } catch {
                step.done = false;
            }
        }
        report.paymasterValidation = step;
    }

    function _run(PackedUserOperation calldata op, bytes32 opHash, uint256 stepGas) private returns (Step memory) {
        bool whole = op.callData.length > 3 && bytes4(op.callData) == IAccountExecute.executeUserOp.selector;
        bytes memory data = whole ? abi.encodeCall(IAccountExecute.executeUserOp, (op, opHash)) : op.callData;
        // As the EntryPoint does, which makes no call without data.
        if (data.length == 0) return Step(true, true, 0, "");
        return _call(op.sender, stepGas == 0 ? op.callGasLimit() : stepGas, data);
    }

    function _settle(
        PackedUserOperation calldata op,
        bytes memory context,
        uint256 stepGas,
        Report memory report
    ) private returns (Step memory) {
        IPaymaster.PostOpMode mode = report.call.done
            ? IPaymaster.PostOpMode.opSucceeded
            : IPaymaster.PostOpMode.opReverted;
        return
            _call(
                op.paymaster(),
                stepGas == 0 ? op.paymasterPostOpGasLimit() : stepGas,
                abi.encodeCall(IPaymaster.postOp, (mode, context, report.prefund, op.gasPrice()))
            );
    }

    function _call(address to, uint256 gasLimit, bytes memory data) private returns (Step memory step) {
        uint256 before = gasleft();
        bool done;
        assembly ("memory-safe") {
            done := call(gasLimit, to, 0, add(data, 0x20), mload(data), 0, 0)
        }
        step.gas = before - gasleft();
        (step.made, step.done, step.data) = (true, done, _answer());
    }

    function _answer() private pure returns (bytes memory data) {
        uint256 longest = _longestAnswer;
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, longest) {
                size := longest
            }
            data := mload(0x40)
            mstore(data, size)
            returndatacopy(add(data, 0x20), 0, size)
            mstore(0x40, add(data, and(add(size, 0x3f), not(0x1f))))
        }
    }

    /// @dev The EntryPoint's first mapping, whose entries begin with the deposit. Source: EntryPoint v0.8, `StakeManager`.
    function _depositOf(address account) private view returns (uint256 deposit) {
        bytes32 slot = keccak256(abi.encode(account, uint256(0)));
        assembly ("memory-safe") {
            deposit := sload(slot)
        }
    }

    function _prefund(PackedUserOperation calldata op) private pure returns (uint256) {
        unchecked {
            // Numbers of 128 bits, but for one of 256: whoever makes that absurd is told an absurd cost.
            uint256 gasTotal = op.verificationGasLimit() +
                op.callGasLimit() +
                op.paymasterVerificationGasLimit() +
                op.paymasterPostOpGasLimit() +
                op.preVerificationGas;
            return gasTotal * op.maxFeePerGas();
        }
    }

    /// @dev `0x7702`, filled up with zeros to 20 bytes. Source: EIP-7702 in ERC-4337.
    function _isDelegation(bytes calldata initCode) private pure returns (bool) {
        return initCode.length >= 2 && bytes20(initCode) == bytes20(bytes2(0x7702));
    }
}
