// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title The part of Foundry's cheat codes that these tests use
interface Vm {
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function signP256(uint256 key, bytes32 digest) external pure returns (bytes32 r, bytes32 s);
    function publicKeyP256(uint256 key) external pure returns (uint256 x, uint256 y);
    function warp(uint256 time) external;
    function chainId(uint256 id) external;
    function fee(uint256 baseFee) external;
    function txGasPrice(uint256 price) external;
    function deal(address account, uint256 amount) external;
    function etch(address account, bytes calldata code) external;
    function store(address account, bytes32 slot, bytes32 value) external;
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function assume(bool condition) external pure;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function getBlockTimestamp() external view returns (uint256);
}
