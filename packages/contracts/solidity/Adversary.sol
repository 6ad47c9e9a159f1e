// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @title An attacker, for tests
/// @notice Makes a configured call when it is called or paid, and stores whether that succeeded. It is a smart account as well,
/// one that takes every operation for its own, and a token whose functions all succeed.
contract Adversary {
    address private _target;
    bytes private _data;

    /// @notice How many calls it made, and whether the last one went through.
    uint256 public attempts;
    bool public succeeded;

    /// @notice Sets the call to make when it is paid, or called with an unknown function.
    function prepare(address target, bytes calldata data) external {
        (_target, _data) = (target, data);
    }

    /// @notice Makes a call at once.
    function relay(address target, bytes calldata data) external payable {
        _attempt(target, data);
    }

    /// @notice Uses all gas up.
    function burn() external pure {
        while (true) {}
    }

    /// @notice Fails with as long an answer as is asked for.
    function fail(uint256 length) external pure {
        assembly ("memory-safe") {
            revert(mload(0x40), length)
        }
    }

    /// @notice Every operation is its own (ERC-4337).
    function validateUserOp(PackedUserOperation calldata, bytes32, uint256 missing) external returns (uint256) {
        if (missing != 0) {
            (bool paid, ) = msg.sender.call{value: missing}("");
            paid;
        }
        return 0;
    }

    receive() external payable {
        if (_target != address(0)) _attempt(_target, _data);
    }

    fallback() external payable {
        if (_target != address(0)) _attempt(_target, _data);
        assembly ("memory-safe") {
            mstore(0, 1)
            return(0, 32)
        }
    }

    function _attempt(address target, bytes memory data) private {
        ++attempts;
        (succeeded, ) = target.call(data);
    }
}
