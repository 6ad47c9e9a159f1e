// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @notice The address that a name stands for on Ethereum. Source: ERC-137.
interface IAddress {
    function addr(bytes32 node) external view returns (address);
}

/// @notice The addresses of a name, by coin type. Source: ENSIP-9.
interface IAddresses {
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
}

/// @notice The name that an address gives itself. Source: ERC-181.
interface IName {
    function name(bytes32 node) external view returns (string memory);
}
