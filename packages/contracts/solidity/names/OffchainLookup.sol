// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @notice The answer is off the chain: the client fetches it from one of the URLs and calls back with it. Source: ERC-3668.
/// @param sender The contract that says so.
/// @param urls Templates with `{sender}` and `{data}`, or without: then both are posted.
/// @param callData Data for the request.
/// @param callbackFunction Function to call with the answer and `extraData`.
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
