// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {LatchkeyAccount} from "../../solidity/LatchkeyAccount.sol";
import {LatchkeyPaymaster} from "../../solidity/LatchkeyPaymaster.sol";
import {World} from "./World.sol";

/// @title Everybody who has to do with the paymaster: its owner, the operator's key, accounts, strangers, another chain, another paymaster
contract PaymasterActor is World {
    /// @dev What one act tries.
    struct Attempt {
        uint256 twist;
        bytes16 budget;
        uint48 time;
        uint48 validAfter;
        uint48 validUntil;
        uint256 callGas;
        uint256 price;
        uint256 who;
    }

    uint256 private constant RIGHT = 0;
    uint256 private constant BY_STRANGER = 1;
    uint256 private constant ELSEWHERE = 2;
    uint256 private constant OTHER_CLAIM = 3;
    uint256 private constant OTHER_OPERATION = 4;
    uint256 private constant OTHER_PAYMASTER = 5;
    uint256 private constant CUT = 6;

    uint256 private constant SIGNER = 0x516E;
    uint256 private constant NEW_SIGNER = 0x516F;
    /// @dev As the contract promises it: {LatchkeyPaymaster.GRACE}.
    uint256 private constant GRACE = 180;
    address private constant OWNER_OF_PAYMASTER = address(0x0113);

    LatchkeyPaymaster public paymaster;
    LatchkeyAccount[2] private _accounts;
    uint256 private _signer = SIGNER;
    /// @dev The limits as the owner set them.
    mapping(bytes16 budget => LatchkeyPaymaster.Budget) private _set;
    /// @dev Wei that left the deposit, by the limit that counts and the period that it was.
    mapping(bytes32 counter => uint256) private _paid;
    PackedUserOperation private _done;
    bool private _hasDone;
    uint256 public accepted;
    uint256 public refused;

    constructor() {
        makeWorld();
        paymaster = LatchkeyPaymaster(make("LatchkeyPaymaster", abi.encode(OWNER_OF_PAYMASTER, vm.addr(SIGNER))));
        vm.deal(address(this), 1_000_000 ether);
        paymaster.deposit{value: 100_000 ether}();
        for (uint256 i = 0; i < 2; ++i) {
            _accounts[i] = LatchkeyAccount(payable(factory.createAccount(vm.addr(OWNER + i), 0, 0, 0, 0)));
        }
    }

    receive() external payable {}

    function setBudget(uint256 seed, uint256 limit) external {
        bytes16 budget = bytes16(uint128(seed % 3));
        uint48[6] memory periods = [uint48(60), 3_600, 86_400, 0, 1, 59];
        uint48 period = periods[(seed >> 8) % ((seed >> 16) % 5 == 0 ? 6 : 3)];
        uint128 most = uint128(bound(limit, 0, 2e17));
        vm.prank(OWNER_OF_PAYMASTER);
        try paymaster.setBudget(budget, most, period) {
            require(period >= 60 || most == 0, "a budget without a period was set");
            _set[budget] = LatchkeyPaymaster.Budget(most, period);
        } catch {
            require(period < 60, "a budget that makes sense was refused");
        }
    }

    /// @notice Nobody but the owner sets anything or takes anything out.
    function meddle(uint256 seed) external {
        address stranger = seed % 2 == 0 ? vm.addr(STRANGER) : vm.addr(_signer);
        bytes[7] memory calls = [
            abi.encodeCall(paymaster.setBudget, (bytes16(0), type(uint128).max, 60)),
            abi.encodeCall(paymaster.setSigner, (stranger)),
            abi.encodeCall(paymaster.withdraw, (payable(stranger), 1)),
            abi.encodeCall(paymaster.unlockStake, ()),
            abi.encodeCall(paymaster.withdrawStake, (payable(stranger))),
            abi.encodeCall(paymaster.transferOwnership, (stranger)),
            abi.encodeCall(paymaster.acceptOwnership, ())
        ];
        vm.prank(stranger);
        (bool done, ) = address(paymaster).call(calls[(seed >> 8) % 7]);
        require(!done, "a stranger changed the paymaster");
        vm.prank(OWNER_OF_PAYMASTER);
        (done, ) = address(paymaster).call(abi.encodeCall(paymaster.renounceOwnership, ()));
        require(!done && paymaster.owner() == OWNER_OF_PAYMASTER, "the paymaster lost its owner");
    }

    /// @notice The operator changes its key: what the old one signed counts no more.
    function changeSigner(uint256 seed) external {
        if (seed % 6 != 0) return;
        _signer = _signer == SIGNER ? NEW_SIGNER : SIGNER;
        vm.prank(OWNER_OF_PAYMASTER);
        paymaster.setSigner(vm.addr(_signer));
    }

    function warp(uint256 seed) external {
        vm.warp(block.timestamp + (seed % 3 == 0 ? bound(seed, 0, 2 days) : bound(seed, 0, 90)));
    }

    function act(uint256 seed, uint256 times) external {
        Attempt memory attempt;
        uint256 twist = (seed >> 32) % 14;
        attempt.twist = twist < 7 ? twist : RIGHT;
        attempt.budget = bytes16(uint128((seed >> 40) % 4));
        uint256 now_ = block.timestamp;
        attempt.time = uint48(times % 4 == 0 ? now_ - 2 hours + bound(times >> 8, 0, 4 hours) : now_);
        attempt.validAfter = uint48((times >> 64) % 3 == 0 ? now_ - 300 + bound(times >> 72, 0, 600) : 0);
        attempt.validUntil = uint48((times >> 128) % 4 == 0 ? bound(times >> 136, 0, 1) * (now_ - 300 + bound(times >> 137, 0, 600)) : now_ + 180);
        // An end of long ago is claimed as it stands: that is how it could be taken for none.
        if (attempt.validUntil == 0 && times % 2 == 0) (attempt.time, attempt.validAfter) = (0, 0);
        attempt.callGas = bound(seed >> 48, 30_000, 2_000_000);
        attempt.price = bound(seed >> 80, 0, 2e9);
        attempt.who = (seed >> 120) % 2;
        _try(attempt);
    }

    function replay() external {
        if (!_hasDone) return;
        require(!send(_done), "an operation was paid for twice");
        PackedUserOperation memory next = _done;
        next.nonce += 1;
        next.signature = signatureOf(_keyOf(next.sender), entryPoint.getUserOpHash(next));
        require(!send(next), "a promise was used for another operation");
    }

    function checkCounters() external view {
        for (uint256 i = 0; i < 3; ++i) {
            bytes16 budget = bytes16(uint128(i));
            (bytes16 known, uint128 limit, uint48 period) = paymaster.budgetOf(budget);
            LatchkeyPaymaster.Budget memory own = _set[budget];
            if (own.period == 0) own = _set[bytes16(0)];
            require(limit == own.limit && period == own.period, "a budget is not what the owner set");
            if (period == 0) continue;
            uint256 counted = paymaster.spentOf(budget, uint48(block.timestamp));
            require(_paid[_counterOf(known, period, block.timestamp)] <= counted, "more was paid than was counted");
        }
    }

    function _try(Attempt memory attempt) private {
        PackedUserOperation memory op = _sign(attempt);
        vm.fee(0);
        (bytes16 known, uint128 limit, uint48 period) = paymaster.budgetOf(attempt.budget);
        uint256 before = entryPoint.balanceOf(address(paymaster));
        if (!send(op)) {
            ++refused;
            require(entryPoint.balanceOf(address(paymaster)) == before, "a refused operation was paid for");
            return;
        }
        ++accepted;
        require(attempt.twist == RIGHT, "paid without the operator's word for exactly this");
        require(period != 0, "paid without a budget");
        require(attempt.validUntil != 0 && block.timestamp <= attempt.validUntil, "paid after the end");
        require(attempt.validAfter <= block.timestamp, "paid before the beginning");
        uint256 begin = (attempt.time / period) * period;
        uint256 end = begin + period + (period < GRACE ? period : GRACE);
        require(begin <= block.timestamp && block.timestamp < end, "counted against another period");
        bytes32 counter = _counterOf(known, period, attempt.time);
        _paid[counter] += before - entryPoint.balanceOf(address(paymaster));
        require(_paid[counter] <= limit, "more was paid in a period than its limit");
        require(paymaster.spentOf(attempt.budget, attempt.time) <= limit, "counted above the limit");
        (_done, _hasDone) = (op, true);
    }

    function _sign(Attempt memory attempt) private returns (PackedUserOperation memory op) {
        op = makeOperation(address(_accounts[attempt.who]), 0, executeCall(address(0xB0B), 0, "x"));
        op.accountGasLimits = bytes32((uint256(300_000) << 128) | attempt.callGas);
        op.gasFees = bytes32((attempt.price << 128) | attempt.price);
        bytes memory head = abi.encodePacked(paymaster, uint128(200_000), uint128(60_000));
        op.paymasterAndData = bytes.concat(head, _claimOf(attempt), new bytes(65));
        address to = attempt.twist == OTHER_PAYMASTER ? address(0xDEAD) : address(paymaster);
        bytes32 digest = _digestOf(op, attempt, to, attempt.twist == ELSEWHERE ? block.chainid + 1 : block.chainid);
        bytes memory word = signatureOf(attempt.twist == BY_STRANGER ? STRANGER : _signer, digest);
        if (attempt.twist == OTHER_CLAIM) attempt.validUntil += 1;
        op.paymasterAndData = bytes.concat(head, _claimOf(attempt), word);
        if (attempt.twist == CUT) op.paymasterAndData = bytes.concat(op.paymasterAndData, hex"00");
        if (attempt.twist == OTHER_OPERATION) op.callData = executeCall(address(0xB0B), 0, "y");
        op.signature = signatureOf(_keyOf(op.sender), entryPoint.getUserOpHash(op));
    }

    function _claimOf(Attempt memory attempt) private pure returns (bytes memory) {
        return abi.encodePacked(attempt.budget, attempt.time, attempt.validAfter, attempt.validUntil);
    }

    function _digestOf(
        PackedUserOperation memory op,
        Attempt memory attempt,
        address to,
        uint256 chain
    ) private pure returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("LatchkeyPaymaster"),
                keccak256("1"),
                chain,
                to
            )
        );
        bytes memory head = abi.encode(
            keccak256(
                "SponsorshipRequest(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,bytes16 budget,uint48 time,uint48 validAfter,uint48 validUntil)"
            ),
            op.sender,
            op.nonce,
            keccak256(op.initCode),
            keccak256(op.callData),
            op.accountGasLimits,
            op.preVerificationGas,
            op.gasFees
        );
        bytes memory tail = abi.encode(
            uint256(200_000),
            uint256(60_000),
            attempt.budget,
            attempt.time,
            attempt.validAfter,
            attempt.validUntil
        );
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(bytes.concat(head, tail))));
    }

    function _keyOf(address sender) private view returns (uint256) {
        return sender == address(_accounts[0]) ? OWNER : OWNER + 1;
    }

    function _counterOf(bytes16 known, uint48 period, uint256 time) private pure returns (bytes32) {
        return keccak256(abi.encode(known, period, time / period));
    }
}
