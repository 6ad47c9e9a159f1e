// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IERC7579Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";

/// @title Reads the calls that an account is asked to make
/// @notice Knows exactly one way to write them: `execute` of ERC-7579 in single or batch mode, undone as a whole when a call fails, with
/// the offsets that an ABI encoder writes. Refuses everything that an account could read differently from this library.
library ExecuteReader {
    /// @notice The data of the operation is anything but a call of `execute` in that form.
    error UnreadableCalls();

    bytes32 private constant SINGLE = 0;
    bytes32 private constant BATCH = bytes32(bytes1(0x01));

    /// @notice The calls, still encoded.
    /// @return execution The argument of `execute` after the mode.
    /// @return count Number of its calls.
    /// @return position Where the first of them begins, for {readCall}.
    function open(
        bytes calldata callData
    ) internal pure returns (bytes calldata execution, uint256 count, uint256 position) {
        // selector, mode, offset, length
        require(
            callData.length >= 100 &&
                bytes4(callData) == IERC7579Execution.execute.selector &&
                uint256(bytes32(callData[36:68])) == 0x40,
            UnreadableCalls()
        );
        bytes32 mode = bytes32(callData[4:36]);
        uint256 length = uint256(bytes32(callData[68:100]));
        require(length <= callData.length && callData.length == 100 + padded(length), UnreadableCalls());
        execution = callData[100:100 + length];

        if (mode == SINGLE) {
            require(length >= 52, UnreadableCalls());
            return (execution, 1, 0);
        }
        require(mode == BATCH && length >= 0x60 && uint256(bytes32(execution)) == 0x20, UnreadableCalls());
        count = uint256(bytes32(execution[0x20:0x40]));
        require(count != 0 && count <= length / 0x20, UnreadableCalls());
        position = 0x40 + count * 0x20;
    }

    /// @dev One call, and where the one after it begins. They are read in order, because each begins where the one before it ends.
    function readCall(
        bytes calldata execution,
        uint256 count,
        uint256 index,
        uint256 position
    ) internal pure returns (address target, uint256 value, bytes calldata data, uint256 next) {
        if (position == 0) {
            return (address(bytes20(execution)), uint256(bytes32(execution[20:52])), execution[52:], execution.length);
        }
        uint256 head = 0x40 + index * 0x20;
        require(
            position + 0x80 <= execution.length &&
                uint256(bytes32(execution[head:head + 0x20])) == position - 0x40 &&
                uint256(bytes32(execution[position:position + 0x20])) <= type(uint160).max &&
                uint256(bytes32(execution[position + 0x40:position + 0x60])) == 0x60,
            UnreadableCalls()
        );
        target = address(uint160(uint256(bytes32(execution[position:position + 0x20]))));
        value = uint256(bytes32(execution[position + 0x20:position + 0x40]));
        uint256 length = uint256(bytes32(execution[position + 0x60:position + 0x80]));
        require(length <= execution.length, UnreadableCalls());
        next = position + 0x80 + padded(length);
        require(index + 1 == count ? next == execution.length : next < execution.length, UnreadableCalls());
        data = execution[position + 0x80:position + 0x80 + length];
    }

    /// @dev Whole words.
    function padded(uint256 length) private pure returns (uint256) {
        return (length + 31) & ~uint256(31);
    }
}
