// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {IExtendedResolver} from "./names/IExtendedResolver.sol";
import {OffchainLookup} from "./names/OffchainLookup.sol";

/// @title Resolves the names of a server of Latchkey
/// @notice Resolver (ERC-137) of a zone and of all names below it (ENSIP-10). What the names stand for is kept by a server and asked
/// there (ERC-3668). Its answers count when they are signed by a key of the set that the owner keeps here: for this contract, for
/// what was asked, and for a time. A server without a key can withhold answers and forge none; a stolen key forges answers
/// until the owner takes it out of the set.
///
/// An answer is `abi.encode(bytes result, uint64 expires, bytes signature)`; what is signed says {hashOf}.
contract LatchkeyResolver is IExtendedResolver, IERC165, Ownable2Step {
    using EnumerableSet for EnumerableSet.AddressSet;

    string[] private _urls;
    EnumerableSet.AddressSet private _signers;

    /// @notice The URLs of the servers changed.
    event UrlsChanged(string[] urls);
    /// @notice Answers of a key count.
    event SignerAdded(address indexed signer);
    /// @notice Answers of a key count no more.
    event SignerRemoved(address indexed signer);

    /// @notice The answer has expired.
    error AnswerExpired(uint64 expires);
    /// @notice Signed by a key that does not count, or for another contract, another question, another answer.
    error UnknownSigner(address signer);
    /// @notice A signer of zero, or an owner of none: the names would be lost.
    error InvalidSetting();

    /// @param owner_ Who sets the addresses and the signers. Without both there are no answers.
    constructor(address owner_) Ownable(owner_) {}

    /// @notice Sets the URLs of the servers. The first answer counts.
    /// @param urls_ Templates of ERC-3668, such as `https://example.org/v1/names/ccip/{sender}/{data}.json`; none: nothing is resolved.
    function setUrls(string[] memory urls_) external onlyOwner {
        _urls = urls_;
        emit UrlsChanged(urls_);
    }

    /// @notice Accepts the answers of another key.
    function addSigner(address signer) external onlyOwner {
        require(signer != address(0), InvalidSetting());
        if (_signers.add(signer)) emit SignerAdded(signer);
    }

    /// @notice Lets the answers of a key count no more, those that were given already too.
    function removeSigner(address signer) external onlyOwner {
        if (_signers.remove(signer)) emit SignerRemoved(signer);
    }

    /// @notice Ownership cannot be renounced, because the names would be lost.
    function renounceOwnership() public pure override {
        revert InvalidSetting();
    }

    /// @notice URLs of the servers.
    function urls() external view returns (string[] memory) {
        return _urls;
    }

    /// @notice The keys whose answers count.
    function signers() external view returns (address[] memory) {
        return _signers.values();
    }

    /// @notice Whether a key's answers count.
    function isSigner(address signer) public view returns (bool) {
        return _signers.contains(signer);
    }

    /// @inheritdoc IExtendedResolver
    /// @dev Never returns: the answer is asked with this call itself as the question, and brought to {resolveWithProof}.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(IExtendedResolver.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, request, this.resolveWithProof.selector, request);
    }

    /// @notice Checks an answer that was fetched.
    /// @param response The answer.
    /// @param extraData The call that was asked.
    /// @return result Return value of the requested function.
    function resolveWithProof(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (bytes memory result) {
        uint64 expires;
        bytes memory signature;
        (result, expires, signature) = abi.decode(response, (bytes, uint64, bytes));
        require(expires >= block.timestamp, AnswerExpired(expires));
        address signer = ECDSA.recover(hashOf(address(this), expires, extraData, result), signature);
        require(isSigner(signer), UnknownSigner(signer));
    }

    /// @notice Hash of an answer that the server signs. Source: ERC-191, version 0.
    /// @param target The resolver that it is for.
    /// @param expires Unix seconds, the last one included.
    /// @param request The call of {resolve}.
    /// @param result Return value of the requested function.
    function hashOf(
        address target,
        uint64 expires,
        bytes memory request,
        bytes memory result
    ) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1900", target, expires, keccak256(request), keccak256(result)));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(IExtendedResolver).interfaceId || interfaceId == type(IERC165).interfaceId;
    }
}
