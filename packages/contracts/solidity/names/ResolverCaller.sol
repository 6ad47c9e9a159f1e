// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";
import {ERC165Checker} from "@openzeppelin/contracts/utils/introspection/ERC165Checker.sol";
import {DnsName} from "./DnsName.sol";
import {IBatchGateway} from "./IBatchGateway.sol";
import {IExtendedResolver} from "./IExtendedResolver.sol";
import {IRegistry} from "./IRegistry.sol";
import {OffchainLookup} from "./OffchainLookup.sol";

/// @title Finds the resolver of a name and asks it, also where its answer lies elsewhere
/// @notice What a resolver wants fetched is fetched through a batch gateway in this contract's name, and handed to the resolver: only
/// the resolver says whether the answer is right.
abstract contract ResolverCaller {
    /// @dev The resolver and how to call it.
    struct Asked {
        address resolver;
        /// By `resolve` (ENSIP-10); else by the question itself.
        bool isExtended;
        /// The function that the question calls.
        bytes4 selector;
    }

    /// @dev How it goes on once an answer was fetched.
    struct Next {
        string[] gateways;
        /// Of this contract.
        bytes4 callback;
        bytes state;
    }

    /// @dev State while the client fetches.
    struct Pending {
        Asked asked;
        /// Of the resolver, with its own data.
        bytes4 callback;
        bytes extraData;
        Next next;
    }

    /// @dev An `OffchainLookup` as it was thrown.
    struct Lookup {
        address sender;
        string[] urls;
        bytes callData;
        bytes4 callback;
        bytes extraData;
    }

    /// @notice No resolver answers for the name.
    error ResolverNotFound(bytes name);
    /// @notice The resolver in the registry is not a contract.
    error ResolverNotContract(bytes name, address resolver);
    /// @notice The resolver does not know such questions.
    error UnsupportedResolverProfile(bytes4 selector);
    /// @notice The resolver refused.
    error ResolverError(bytes errorData);
    /// @notice The batch gateway did not answer one request with one response.
    error InvalidBatchGatewayResponse();

    /// @notice The registry whose names are resolved.
    IRegistry public immutable registry;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    /// @notice Finds who answers for a name: its own resolver, or the nearest above.
    /// @param name In DNS's form.
    /// @return resolver Zero where there is none.
    /// @return node The name's own.
    /// @return offset Where the name begins in `name` that the resolver belongs to.
    function findResolver(
        bytes memory name
    ) public view returns (address resolver, bytes32 node, uint256 offset) {
        return _find(name, 0);
    }

    /// @dev Whom to ask about a name. One without ENSIP-10 answers for its own name alone. With no resolver where nobody does.
    function _choose(bytes memory name, bytes4 selector) internal view returns (Asked memory asked) {
        (address resolver, , uint256 offset) = _find(name, 0);
        if (resolver == address(0)) return asked;
        require(resolver.code.length > 0, ResolverNotContract(name, resolver));
        bool isExtended = ERC165Checker.supportsERC165InterfaceUnchecked(
            resolver,
            type(IExtendedResolver).interfaceId
        );
        return isExtended || offset == 0 ? Asked(resolver, isExtended, selector) : asked;
    }

    /// @dev Asks; does not return where the answer has to be fetched.
    /// @return Return value of the function that `data` calls.
    function _ask(
        Asked memory asked,
        bytes memory name,
        bytes memory data,
        Next memory next
    ) internal view returns (bytes memory) {
        require(asked.resolver != address(0), ResolverNotFound(name));
        return _call(asked, asked.isExtended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data, next);
    }

    /// @dev Goes on with what was fetched; does not return where more has to be.
    function _proceed(
        bytes calldata response,
        bytes calldata extraData
    ) internal view returns (Asked memory asked, bytes memory answer, Next memory next) {
        Pending memory pending = abi.decode(extraData, (Pending));
        bytes memory fetched = _readResponse(response);
        asked = pending.asked;
        next = pending.next;
        answer = _call(asked, abi.encodeWithSelector(pending.callback, fetched, pending.extraData), next);
    }

    /// @dev Reads a single `bytes` or `string` as a function returns it; another form is a resolver's error.
    function _readBytes(bytes memory data) internal pure returns (bytes memory) {
        bool isBytes = data.length >= 64 && _wordAt(data, 0) == 32 && _wordAt(data, 1) <= data.length - 64;
        require(isBytes, ResolverError(data));
        return abi.decode(data, (bytes));
    }

    function _call(Asked memory asked, bytes memory request, Next memory next) private view returns (bytes memory) {
        (bool isDone, bytes memory answer) = asked.resolver.staticcall(request);
        if (!isDone) _refuse(asked, answer, next);
        if (asked.isExtended) answer = _readBytes(answer);
        require(answer.length > 0, UnsupportedResolverProfile(asked.selector));
        return answer;
    }

    /// @dev Passes on what the resolver wants fetched, or says why it refused.
    function _refuse(Asked memory asked, bytes memory reason, Next memory next) private view {
        bytes4 selector = bytes4(reason);
        if (reason.length == 0 || selector == UnsupportedResolverProfile.selector) {
            revert UnsupportedResolverProfile(asked.selector);
        }
        if (reason.length < 4 || selector != OffchainLookup.selector) revert ResolverError(reason);
        Lookup memory lookup;
        (lookup.sender, lookup.urls, lookup.callData, lookup.callback, lookup.extraData) = abi.decode(
            Bytes.slice(reason, 4),
            (address, string[], bytes, bytes4, bytes)
        );
        // What a resolver asked of another contract is not its own.
        require(lookup.sender == asked.resolver, ResolverError(reason));
        IBatchGateway.Request[] memory requests = new IBatchGateway.Request[](1);
        requests[0] = IBatchGateway.Request(lookup.sender, lookup.urls, lookup.callData);
        revert OffchainLookup(
            address(this),
            next.gateways,
            abi.encodeCall(IBatchGateway.query, (requests)),
            next.callback,
            abi.encode(Pending(asked, lookup.callback, lookup.extraData, next))
        );
    }

    /// @dev The one answer; where it failed, its error is thrown as it is.
    function _readResponse(bytes calldata response) private pure returns (bytes memory) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        require(failures.length == 1 && responses.length == 1, InvalidBatchGatewayResponse());
        bytes memory fetched = responses[0];
        if (!failures[0]) return fetched;
        bytes4 selector = bytes4(fetched);
        // `Error(string)`: no gateway could be reached.
        require(selector == IBatchGateway.HttpError.selector || selector == 0x08c379a0, ResolverError(fetched));
        assembly ("memory-safe") {
            revert(add(fetched, 32), mload(fetched))
        }
    }

    function _find(
        bytes memory name,
        uint256 offset
    ) private view returns (address resolver, bytes32 node, uint256 found) {
        (bytes32 label, uint256 next) = DnsName.labelAt(name, offset);
        if (label == 0) return (registry.resolver(0), 0, offset);
        (resolver, node, found) = _find(name, next);
        node = keccak256(abi.encodePacked(node, label));
        address own = registry.resolver(node);
        if (own != address(0)) return (own, node, offset);
    }

    function _wordAt(bytes memory data, uint256 index) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), mul(index, 32)))
        }
    }
}
