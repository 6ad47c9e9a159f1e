// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title Who answers for names
/// @notice Functions of a name registry. Source: ERC-137.
interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
}
